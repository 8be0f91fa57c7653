/** Accepts a mixed template in parts: accepting it must not say more than the user has seen. */
import { isMixed } from '@rhythmdesk/ecg/reading/template-groups';
import { createStore } from '../../../../platform/store.ts';
import { acceptEdits, relabelGroupEdits } from '../session/finding-edits.ts';
import { freeTemplate, splitEdits } from '../session/template-edits.ts';
import { toolState } from '../session/tool-state.ts';
import { isTemplate, type TemplateItem } from '../session/use-template-beats.ts';
import type { Desk } from '../session/use-desk.ts';

/** Whether the menu of parts is open. */
export const mixedMenuOf = toolState(() => createStore(false));

/** The open template of which a user has to say which part is accepted; null if there is none. */
export const askedTemplate = ({ current }: Pick<Desk, 'current'>): TemplateItem | null =>
  current !== null && isTemplate(current) && current.state === 'open' && isMixed(current.group)
    ? current
    : null;

/** `whole`: every beat keeps its class; `one`: all beats get the most frequent class; `split`: only those that have it. */
export type MixedPart = 'whole' | 'one' | 'split';

/** A number for the beats that are split off; null if all are used. */
export const freeNumber = ({ groups, shown }: Pick<Desk, 'groups' | 'shown'>): number | null =>
  freeTemplate(
    groups.flatMap(({ items }) => items.filter(isTemplate)).map(({ group }) => group),
    shown?.accepted ?? [],
  );

/** `others`: the beats of the template that do not have its class. */
export function acceptPart(
  desk: Pick<Desk, 'groups' | 'shown' | 'write'>,
  item: TemplateItem,
  part: MixedPart,
  others: readonly number[],
): void {
  const free = freeNumber(desk);
  if (part === 'split' && free === null) return;
  const before = {
    whole: [],
    one: relabelGroupEdits(item, item.group.label),
    split: splitEdits(others, free ?? 0, null),
  }[part];
  desk.write([...before, ...acceptEdits(item)], true);
}

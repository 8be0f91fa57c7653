/** Provides the actions on the selected template: split by similarity, merge, reclassify, step through its beats. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import {
  decodeLikeness,
  likenessCounts,
  likenessWithin,
  meanCut,
  pressedCut,
  type BeatLikeness,
} from '@rhythmdesk/ecg/reading/beat-likeness';
import type { GroupBeats } from '@rhythmdesk/ecg/reading/group-members';
import { isMixed } from '@rhythmdesk/ecg/reading/template-groups';
import { useMemo, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { bytesOf } from '../../../../platform/client/file-body.ts';
import { ApiError } from '../../../../platform/client/api-error.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { acceptEdits, relabelGroupEdits } from '../session/finding-edits.ts';
import { relabelBeats } from '../session/beat-edits.ts';
import type { Desk } from '../session/use-desk.ts';
import { freeTemplate, mergeEdits, splitEdits } from '../session/template-edits.ts';
import { isTemplate, type TemplateItem, useTemplateBeats } from '../session/use-template-beats.ts';
import { type Picked, pickedBeats, templateWorkOf } from './template-work.ts';

async function compared(
  case_id: number,
  group: GroupBeats,
  pressed: number | null,
): Promise<BeatLikeness | null> {
  const like = pressed === null ? {} : { like: pressed };
  const answer = await api.download('beatLikeness', {
    case_id,
    templates: group.templates.join(','),
    ...like,
  });
  const likeness = decodeLikeness(await bytesOf(answer));
  return likeness === null ? null : likenessWithin(likeness, group.samples);
}

type PickingOptions = { readonly desk: Desk; readonly case_id: number; readonly item: TemplateItem | null };

function usePicking({ desk, case_id, item }: PickingOptions, group: GroupBeats) {
  const { picked } = templateWorkOf(desk);
  return (pressed: number | null): void => {
    if (item === null || group.templates.length === 0) return;
    const picking: Picked = { template: item.group.template, pressed, likeness: null, fault: null, cut: 0 };
    picked.set(picking);
    compared(case_id, group, pressed).then(
      (likeness) => {
        if (picked.get() !== picking || likeness === null) return;
        const cut = pressed === null ? meanCut(likenessCounts(likeness)) : pressedCut(likeness);
        picked.set({ ...picking, likeness, cut });
      },
      (fault: unknown) => {
        if (!(fault instanceof ApiError)) throw fault;
        if (picked.get() === picking) picked.set({ ...picking, fault });
      },
    );
  };
}

/** Steps through the beats with `,` and `.`, and tells which of them the strip shows. */
function useMembers(members: ArrayLike<number>, { view }: Desk) {
  const [at, setAt] = useState(-1);
  const go = (index: number): void => {
    const sample = members[index];
    if (sample === undefined || view === null) return;
    setAt(index);
    view.goTo(sample);
    view.select({ anchor: sample, focus: sample });
  };
  return {
    at: Math.min(at, members.length - 1),
    go,
    step: (by: -1 | 1) => go(Math.min(members.length - 1, Math.max(0, at + by))),
    restart: () => setAt(-1),
  };
}

/** A mixed template is accepted alone, because it asks which part is meant. */
export const acceptable = (together: readonly TemplateItem[]): TemplateItem[] =>
  together.filter(({ state, group }) => state === 'open' && !isMixed(group));

/** Writes the edits of a key press and ends the unfinished selection. */
function writesOf(desk: Desk, cancel: () => void) {
  const groups = desk.groups.flatMap((one) => one.items.filter(isTemplate)).map(({ group }) => group);
  const free = freeTemplate(groups, desk.shown?.accepted ?? []);
  const write = (edits: Parameters<Desk['write']>[0]): void => {
    desk.write(edits);
    desk.view?.select(null);
    cancel();
  };
  return {
    isFull: free === null,
    split: (own: readonly number[], label: BeatClass | null): void => {
      if (own.length > 0 && free !== null) write(splitEdits(own, free, label));
    },
    merge: (into: TemplateItem | null, together: readonly TemplateItem[]): void => {
      const others = together.map(({ group }) => group);
      if (into !== null && together.length > 1) write(mergeEdits(into.group, others));
    },
    name: (together: readonly TemplateItem[], label: BeatClass): void =>
      write(together.flatMap((item) => relabelGroupEdits(item, label))),
    accept: (together: readonly TemplateItem[]): void => write(acceptable(together).flatMap(acceptEdits)),
    relabel: (samples: readonly number[], label: BeatClass): void => write(relabelBeats(samples, label)),
  };
}

export function useTemplateActs(desk: Desk, case_id: number) {
  const templates = templateWorkOf(desk);
  const item = desk.current !== null && isTemplate(desk.current) ? desk.current : null;
  const group = useTemplateBeats(item, desk);
  const held = useStored(templates.picked);
  const chosen = useStored(templates.chosen);
  const picked = held !== null && held.template === item?.group.template ? held : null;
  const own = useMemo(() => pickedBeats(picked), [picked]);
  const members = useMembers(picked === null ? group.samples : own, desk);
  const pick = usePicking({ desk, case_id, item }, group);
  const together = desk.groups
    .flatMap((one) => one.items.filter(isTemplate))
    .filter((one) => chosen.has(one.group.template));
  const cancel = (): void => {
    templates.picked.set(null);
    templates.chosen.set(new Set());
    members.restart();
  };
  const writes = writesOf(desk, cancel);
  return {
    item,
    group,
    picked,
    /** The beats to be split off, the most certain first. */
    own,
    isFull: writes.isFull,
    together,
    members,
    pick: (pressed: number | null) => {
      members.restart();
      pick(pressed);
    },
    move: (cut: number) => {
      if (picked !== null) templates.picked.set({ ...picked, cut });
    },
    split: (label: BeatClass | null) => writes.split(own, label),
    merge: () => writes.merge(item, together),
    relabelTogether: (label: BeatClass) => writes.name(together, label),
    acceptTogether: () => writes.accept(together),
    relabel: writes.relabel,
    cancel,
  };
}
export type TemplateActs = ReturnType<typeof useTemplateActs>;

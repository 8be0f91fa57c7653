/**
 * Provides the list settings that the server stores for this user: order of columns, row height, preview. A failed save
 * is repeated with the next change.
 */
import type { ListPreference } from '@rhythmdesk/contract/people';
import { changePreferences, useKept } from '../../platform/session/preferences.ts';
import { sessionState } from '../../platform/session/session-state.ts';
import { showFault } from '../faults/show-fault.ts';

export type Density = ListPreference['density'];

export type ListView<Id extends string> = {
  readonly columns: readonly Id[];
  readonly density: Density;
  readonly preview_open: boolean;
};

/** The defaults of a list, and the name under which the server stores its settings. */
export type RememberedList<Id extends string> = {
  readonly name: string;
  readonly columns: readonly Id[];
  readonly preview: boolean;
  /** The stored names that still exist, in their order. */
  readonly shown: (chosen: readonly string[]) => readonly Id[];
};

function rememberedView<Id extends string>(kind: RememberedList<Id>): ListView<Id> {
  const session = sessionState();
  const kept = session.kind === 'signed-in' ? session.user.preferences.lists[kind.name] : undefined;
  if (kept === undefined) return { columns: kind.columns, density: 'standard', preview_open: kind.preview };
  return { ...kept, columns: kind.shown(kept.columns) };
}

function save(name: string, view: ListView<string>): Promise<void> {
  const list = { ...view, columns: [...view.columns] };
  return changePreferences((before) => ({ ...before, lists: { ...before.lists, [name]: list } })).catch(
    showFault,
  );
}

export function useListPreference<Id extends string>(
  kind: RememberedList<Id>,
): [ListView<Id>, (change: Partial<ListView<Id>>) => void] {
  const [view, keep] = useKept(
    () => rememberedView(kind),
    (next) => save(kind.name, next),
  );
  return [view, (part) => keep({ ...view, ...part })];
}

/** What the server remembers of a list for this user: columns in their order, row height, preview. A save that fails
 *  is tried again with the next change. */
import type { ListPreference } from '@rhythmdesk/contract/people';
import { changePreferences, useKept } from '../../../platform/session/preferences.ts';
import { sessionState } from '../../../platform/session/session-state.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { type ColumnId, shownColumns } from '../model/column-table.ts';
import type { ListKind } from '../model/list-kinds.ts';

export type ListView = {
  readonly columns: readonly ColumnId[];
  readonly density: ListPreference['density'];
  readonly preview_open: boolean;
};

function rememberedView(kind: ListKind): ListView {
  const session = sessionState();
  const kept = session.kind === 'signed-in' ? session.user.preferences.lists[kind.name] : undefined;
  if (kept === undefined) return { columns: kind.columns, density: 'standard', preview_open: kind.preview };
  return { ...kept, columns: shownColumns(kept.columns) };
}

function save(kind: ListKind, view: ListView): Promise<void> {
  const list = { ...view, columns: [...view.columns] };
  return changePreferences((before) => ({ ...before, lists: { ...before.lists, [kind.name]: list } })).catch(
    showFault,
  );
}

export function useListPreference(kind: ListKind): [ListView, (change: Partial<ListView>) => void] {
  const [view, keep] = useKept(
    () => rememberedView(kind),
    (next) => save(kind, next),
  );
  return [view, (part) => keep({ ...view, ...part })];
}

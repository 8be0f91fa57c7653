/**
 * What the server remembers of a list for this user: columns in their order, row height, preview. A change is shown at
 * once and saved when the hand has rested; a save that fails is tried again with the next change.
 */
import type { ListPreference } from '@rhythmdesk/contract/people';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { sessionState } from '../../../platform/session/session-state.ts';
import { refreshUser } from '../../../platform/session/sign-in.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { type ColumnId, shownColumns } from '../model/column-table.ts';
import type { ListKind } from '../model/list-kinds.ts';

const restMs = 700;

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

async function save(kind: ListKind, view: ListView): Promise<void> {
  const session = sessionState();
  if (session.kind !== 'signed-in') return;
  const { preferences } = session.user;
  const lists = { ...preferences.lists, [kind.name]: { ...view, columns: [...view.columns] } };
  try {
    await api.call('updatePreferences', { preferences: { ...preferences, lists } });
    await refreshUser();
  } catch (error) {
    await showFault(error);
  }
}

export function useListPreference(kind: ListKind): [ListView, (change: Partial<ListView>) => void] {
  const [view, setView] = useState(() => rememberedView(kind));
  const unsaved = useRef<ListView>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const waiting = unsaved.current;
    unsaved.current = undefined;
    if (waiting) void save(kind, waiting);
  }, [kind]);
  useEffect(() => flush, [flush]);
  const change = (part: Partial<ListView>) => {
    const next = { ...view, ...part };
    setView(next);
    unsaved.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, restMs);
  };
  return [view, change];
}

/**
 * Stores the toast that is shown; toasts are only for actions that can be undone: bottom left, six seconds, one at a
 * time.
 */
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useStored } from '../../platform/use-stored.ts';

type Toast = { id: number; message: string; undo?: () => void };

export const toastMs = 6_000;

const shown = createStore<Toast | undefined>(undefined);
let lastId = 0;

onSessionEnd(() => shown.set(undefined));

export const useToast = (): Toast | undefined => useStored(shown);

export function dismissToast(id: number): void {
  if (shown.get()?.id === id) shown.set(undefined);
}

/** A new toast replaces the previous one. */
export function showToast(message: string, undo?: () => void): void {
  lastId += 1;
  shown.set({ id: lastId, message, ...(undo ? { undo } : {}) });
}

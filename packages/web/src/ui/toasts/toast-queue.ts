/** Toasts are for what can be undone, and for nothing else: bottom left, six seconds, one at a time. */
export type Toast = { id: number; message: string; undo?: () => void };

export const toastMs = 6_000;

let shown: Toast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast | undefined): void {
  shown = next;
  for (const listener of [...listeners]) listener();
}

export function currentToast(): Toast | undefined {
  return shown;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismissToast(id: number): void {
  if (shown?.id === id) change(undefined);
}

/** A new toast takes the place of the one before. */
export function showToast(message: string, undo?: () => void): void {
  lastId += 1;
  change({ id: lastId, message, ...(undo ? { undo } : {}) });
}

/**
 * Opens a dialog apart from the layout of the page. It stays open, with what is typed or shown once in it, when the
 * window gets another width and the part of the page that opened it is laid out anew.
 */
import type { ReactNode } from 'react';
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';

export type OpenedDialog = { readonly id: number; readonly element: ReactNode };

export const openedDialogs = createStore<readonly OpenedDialog[]>([]);
let lastId = 0;

export function openDialog(make: (close: () => void) => ReactNode): void {
  lastId += 1;
  const id = lastId;
  const close = () => openedDialogs.set(openedDialogs.get().filter((each) => each.id !== id));
  openedDialogs.set([...openedDialogs.get(), { id, element: make(close) }]);
}

/** Called when another page is shown: a dialog belongs to the page that opened it. */
export const closeDialogs = (): void => openedDialogs.set([]);

onSessionEnd(closeDialogs);

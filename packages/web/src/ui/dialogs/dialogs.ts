/** Provides the page's single queue of dialogs: `useDialogs` for components, `dialogs` for code outside them. */
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { type Dialogs, makeDialogQueue } from './dialog-queue.ts';

export const dialogs = makeDialogQueue();

onSessionEnd(() => dialogs.dismissAll());

export function useDialogs(): Dialogs {
  return dialogs;
}

/** The page's one queue of dialogs. `useDialogs` for components, `dialogs` for what runs outside of them. */
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { type Dialogs, makeDialogQueue } from './dialog-queue.ts';

export const dialogs = makeDialogQueue();

onSessionEnd(() => dialogs.dismissAll());

export function useDialogs(): Dialogs {
  return dialogs;
}

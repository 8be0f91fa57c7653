/** The page's one queue of dialogs. `useDialogs` for components, `dialogs` for what runs outside of them. */
import { type Dialogs, makeDialogQueue } from './dialog-queue.ts';

export const dialogs = makeDialogQueue();

export function useDialogs(): Dialogs {
  return dialogs;
}

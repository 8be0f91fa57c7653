/** Shows the first dialog in the queue. The focus is trapped in it and returns afterwards. */
import { lazy, useSyncExternalStore } from 'react';
import { DialogSlot } from './dialog-slot.tsx';
import { dialogs } from './dialogs.ts';

const DialogFrames = lazy(() => import('./dialog-frames.tsx'));

/** The code of the frames is fetched with the first dialog. */
export function DialogHost() {
  const open = useSyncExternalStore(dialogs.onChange, dialogs.current);
  if (!open) return null;
  return (
    <DialogSlot>
      <DialogFrames key={open.id} open={open} />
    </DialogSlot>
  );
}

/** Draws the dialog that is first in the queue. Focus is trapped in it and goes back where it was. */
import { lazy, useSyncExternalStore } from 'react';
import { DialogSlot } from './dialog-slot.tsx';
import { dialogs } from './dialogs.ts';

const DialogFrames = lazy(() => import('./dialog-frames.tsx'));

/** The frames are fetched with the first dialog. */
export function DialogHost() {
  const open = useSyncExternalStore(dialogs.onChange, dialogs.current);
  if (!open) return null;
  return (
    <DialogSlot>
      <DialogFrames key={open.id} open={open} />
    </DialogSlot>
  );
}

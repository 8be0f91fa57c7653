/** Shows the dialogs that were opened by `openDialog`. The shell contains it, so no layout of a page removes it. */
import { useStored } from '../../platform/use-stored.ts';
import { DialogSlot } from './dialog-slot.tsx';
import { openedDialogs } from './open-dialog.ts';

export function OpenedDialogs() {
  const opened = useStored(openedDialogs);
  return opened.map(({ id, element }) => <DialogSlot key={id}>{element}</DialogSlot>);
}

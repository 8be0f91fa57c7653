/** Shows the first dialog in the queue. The focus is trapped in it and returns afterwards. */
import { Component, lazy, type ReactNode, useState, useSyncExternalStore } from 'react';
import { DialogSlot } from './dialog-slot.tsx';
import { dialogs } from './dialogs.ts';
import { loadFrames } from './load-frames.ts';

type LostProps = { readonly onLost: () => void; readonly children: ReactNode };

/** Shows nothing if its content fails, so that the page and everything typed in it stay. */
class MayBeLost extends Component<LostProps, { readonly lost: boolean }> {
  override state = { lost: false };

  static getDerivedStateFromError() {
    return { lost: true };
  }

  override componentDidCatch() {
    this.props.onLost();
  }

  override render() {
    return this.state.lost ? null : this.props.children;
  }
}

const makeFrames = () => ({ Frames: lazy(async () => ({ default: (await loadFrames()).default })) });

/** A dialog whose code cannot be loaded is answered with no; the next one loads it again. */
export function DialogHost() {
  const open = useSyncExternalStore(dialogs.onChange, dialogs.current);
  const [{ Frames }, setFrames] = useState(makeFrames);
  if (!open) return null;
  const onLost = () => {
    setFrames(makeFrames());
    dialogs.dismissAll();
  };
  return (
    <MayBeLost key={open.id} onLost={onLost}>
      <DialogSlot>
        <Frames open={open} />
      </DialogSlot>
    </MayBeLost>
  );
}

/**
 * Queues commands whose keys are pressed faster than the reading is computed. A command that depends on the open finding
 * waits until the queue shows the edits before it, and all later commands wait behind it: twelve presses move an end by
 * twelve beats, and Enter after them accepts the result.
 *
 * Invariant: commands run in the order of their keys, each on a desk that shows all edits of those before it.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReadingOfPage, useReadingPart } from '../../reading/reading-context.tsx';
import { holdKeys } from '../../../../ui/keys/hold-keys.ts';
import type { DeskAction } from './desk-tool.ts';

/** A key that is held down must not go on for long after it was let go of. */
const mostWaiting = 24;

export function useCommandQueue(run: (action: DeskAction) => void): (action: DeskAction) => void {
  const session = useReadingOfPage();
  const isFolding = useReadingPart((reading) => (reading?.folding ?? 0) > 0);
  const waiting = useRef<DeskAction[]>([]);
  const held = useRef<{ readonly release: () => void; hasRun: boolean } | null>(null);
  const release = (): void => {
    held.current?.release();
    held.current = null;
  };
  const [turn, setTurn] = useState(0);
  const runNext = useEffectEvent(() => {
    // The menu that the command opened is drawn by now.
    if (held.current?.hasRun === true) release();
    const next = isFolding ? undefined : waiting.current.shift();
    if (next === undefined) return;
    run(next);
    if (held.current !== null && next.opens === true) held.current.hasRun = true;
    // One at a time: what it changed is drawn before the next one is run.
    setTurn(turn + 1);
  });
  useEffect(() => runNext(), [isFolding, turn]);
  const onLeave = useEffectEvent(release);
  useEffect(() => () => onLeave(), []);
  return (action) => {
    const isAhead = (session?.state.get().folding ?? 0) > 0 && action.waits === true;
    if (!isAhead && waiting.current.length === 0) run(action);
    else if (waiting.current.length < mostWaiting) {
      waiting.current.push(action);
      if (action.opens === true) held.current = { release: holdKeys(), hasRun: false };
    }
  };
}

/**
 * Keys that come faster than the reading is worked out. A command that means what is read waits until the edits before it
 * stand in the queue, and what comes behind it waits with it: twelve presses move an end by twelve beats, and Enter after
 * them accepts what they made.
 *
 * Law: commands are run in the order of their keys, each on a desk that shows all edits of those before it.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReadingOfPage, useReadingPart } from '../../reading/reading-context.tsx';
import type { DeskCommand } from './desk-keys.ts';

/** What depends on the finding as the edits before it made it. */
const waits: ReadonlySet<DeskCommand['kind']> = new Set([
  'accept',
  'reject',
  'retype',
  'rhythms',
  'move',
  'label',
] as const);
/** A key that is held down must not go on for long after it was let go of. */
const mostWaiting = 24;

export function useCommandQueue(run: (command: DeskCommand) => void): (command: DeskCommand) => void {
  const session = useReadingOfPage();
  const isFolding = useReadingPart((reading) => (reading?.folding ?? 0) > 0);
  const waiting = useRef<DeskCommand[]>([]);
  const [turn, setTurn] = useState(0);
  const runNext = useEffectEvent(() => {
    const next = isFolding ? undefined : waiting.current.shift();
    if (next === undefined) return;
    run(next);
    // One at a time: what it changed is drawn before the next one is run.
    setTurn(turn + 1);
  });
  useEffect(() => runNext(), [isFolding, turn]);
  return (command) => {
    const isAhead = (session?.state.get().folding ?? 0) > 0 && waits.has(command.kind);
    if (!isAhead && waiting.current.length === 0) run(command);
    else if (waiting.current.length < mostWaiting) waiting.current.push(command);
  };
}

/**
 * Keys that come faster than the reading is worked out. A command that means what is read waits until the edits before it
 * stand in the queue, and what comes behind it waits with it: twelve presses move an end by twelve beats, and Enter after
 * them accepts what they made.
 *
 * Law: commands are run in the order of their keys, each on a desk that shows all edits of those before it.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReadingOfPage, useReadingPart } from '../../reading/reading-context.tsx';
import { holdKeys } from '../../../../ui/keys/hold-keys.ts';
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
/** What opens a menu: the keys behind it are meant for the menu, also while the command waits. */
const opens: ReadonlySet<DeskCommand['kind']> = new Set(['rhythms'] as const);
/** A key that is held down must not go on for long after it was let go of. */
const mostWaiting = 24;

export function useCommandQueue(run: (command: DeskCommand) => void): (command: DeskCommand) => void {
  const session = useReadingOfPage();
  const isFolding = useReadingPart((reading) => (reading?.folding ?? 0) > 0);
  const waiting = useRef<DeskCommand[]>([]);
  const held = useRef<{ readonly release: () => void; hasRun: boolean } | null>(null);
  const release = (): void => {
    held.current?.release();
    held.current = null;
  };
  const [turn, setTurn] = useState(0);
  const runNext = useEffectEvent(() => {
    // What it opened is drawn by now.
    if (held.current?.hasRun === true) release();
    const next = isFolding ? undefined : waiting.current.shift();
    if (next === undefined) return;
    run(next);
    if (held.current !== null && opens.has(next.kind)) held.current.hasRun = true;
    // One at a time: what it changed is drawn before the next one is run.
    setTurn(turn + 1);
  });
  useEffect(() => runNext(), [isFolding, turn]);
  const onLeave = useEffectEvent(release);
  useEffect(() => () => onLeave(), []);
  return (command) => {
    const isAhead = (session?.state.get().folding ?? 0) > 0 && waits.has(command.kind);
    if (!isAhead && waiting.current.length === 0) run(command);
    else if (waiting.current.length < mostWaiting) {
      waiting.current.push(command);
      if (opens.has(command.kind)) held.current = { release: holdKeys(), hasRun: false };
    }
  };
}

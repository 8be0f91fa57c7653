/**
 * Queues keys that come faster than the reading is calculated. A command that depends on the selected finding waits
 * until the earlier edits are calculated, and later commands wait behind it. So twelve presses move an end by twelve
 * beats, and Enter after them accepts the result.
 *
 * Invariant: commands run in the order of their keys, each on a desk that shows all earlier edits.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReadingOfPage, useReadingPart } from '../../reading/reading-context.tsx';
import { holdKeys } from '../../../../ui/keys/hold-keys.ts';
import type { DeskCommand } from './desk-keys.ts';

/** Commands that depend on the finding as the earlier edits leave it. */
const waits: ReadonlySet<DeskCommand['kind']> = new Set([
  'accept',
  'reject',
  'retype',
  'rhythms',
  'move',
  'label',
] as const);
/** Commands that open a menu. The keys after them are meant for the menu, also while the command waits. */
const opens: ReadonlySet<DeskCommand['kind']> = new Set(['rhythms'] as const);
/** Limits how long the commands of a held key continue after the key is released. */
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
    // The menu that the command opened is drawn by now.
    if (held.current?.hasRun === true) release();
    const next = isFolding ? undefined : waiting.current.shift();
    if (next === undefined) return;
    run(next);
    if (held.current !== null && opens.has(next.kind)) held.current.hasRun = true;
    // One command at a time: its result is drawn before the next one runs.
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

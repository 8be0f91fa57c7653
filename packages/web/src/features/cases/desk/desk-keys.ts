/**
 * The keyboard of the reading desk as one table. Letters name beats where beats or a group of them are read, else
 * rhythms; what means nothing here is left to the recording (zoom, calipers, pages).
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { End } from '../../../trace/time/episode-ends.ts';
import type { KeyPress } from '../../../trace/time/keys.ts';
import { judgeCommand } from '../analysis/judge-keys.ts';

const beatKeys = { n: 'N', v: 'V', s: 'S', f: 'F', q: 'Q' } as const satisfies Record<string, BeatClass>;
const rhythmKeys = {
  a: 'af',
  l: 'afl',
  v: 'vt',
  i: 'ivr',
  s: 'svt',
  p: 'pause',
  n: 'sinus',
  x: 'noise',
} as const satisfies Record<string, RhythmKey>;
export const rhythmKey = 'E';
export const stripKey = 'B';
export const wallKey = 'W';
export const extremesKey = 'G';
export const intervalsKey = 'T';
export const phraseKey = '/';
export const renewKey = 'U';
export const keepKey = 'K';

export type DeskCommand =
  | { readonly kind: 'accept' | 'reject' | 'undo' | 'redo' | 'clear' | 'strip' | 'add' | 'rhythms' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'step'; readonly by: -1 | 1 }
  | { readonly kind: 'beat'; readonly by: -1 | 1; readonly extend: boolean }
  | { readonly kind: 'label'; readonly label: BeatClass }
  | { readonly kind: 'retype'; readonly rhythm: RhythmKey }
  | { readonly kind: 'move'; readonly end: End; readonly by: -1 | 1 };

/** What the next key changes: beats on the strip, else the item of the queue. */
export type DeskSubject = 'beats' | 'template' | 'episode' | 'other';

const has = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key);

/** By what is typed, so that brackets are found on any keyboard: plain ones move the onset, curly ones the end. */
const ends: Readonly<Record<string, DeskCommand>> = {
  '[': { kind: 'move', end: 'start', by: -1 },
  ']': { kind: 'move', end: 'start', by: 1 },
  '{': { kind: 'move', end: 'end', by: -1 },
  '}': { kind: 'move', end: 'end', by: 1 },
};
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };
const letterSteps: Readonly<Record<string, -1 | 1>> = { k: -1, j: 1 };
const sideways: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

function letterCommand(letter: string, subject: DeskSubject): DeskCommand | null {
  const by = letterSteps[letter];
  if (by !== undefined) return { kind: 'step', by };
  if (letter === stripKey.toLowerCase()) return { kind: 'strip' };
  if (letter === rhythmKey.toLowerCase())
    return subject === 'beats' || subject === 'episode' ? { kind: 'rhythms' } : null;
  if ((subject === 'beats' || subject === 'template') && has(beatKeys, letter))
    return { kind: 'label', label: beatKeys[letter] };
  if (subject === 'episode' && has(rhythmKeys, letter)) return { kind: 'retype', rhythm: rhythmKeys[letter] };
  return null;
}

function namedCommand({ key, shiftKey }: KeyPress, subject: DeskSubject): DeskCommand | null {
  const sides = sideways[key];
  if (sides !== undefined) return { kind: 'beat', by: sides, extend: shiftKey };
  if (shiftKey) return null;
  const by = steps[key];
  if (by !== undefined) return { kind: 'step', by };
  if (key === 'Insert') return { kind: 'add' };
  if (subject !== 'beats') return null;
  if (key === 'Escape') return { kind: 'clear' };
  return key === 'Delete' ? { kind: 'remove' } : null;
}

/** `letters`: the user has left single-letter keys on. */
export function deskCommand(press: KeyPress, subject: DeskSubject, letters: boolean): DeskCommand | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = press;
  const end = ends[key];
  // A bracket may itself be typed with AltGr, which a browser tells as Ctrl and Alt.
  if (end !== undefined && ctrlKey === altKey && !metaKey) return letters ? end : null;
  if (!ctrlKey && !altKey && !metaKey) {
    const named = namedCommand(press, subject);
    if (named !== null) return named;
    if (key.length === 1 && !shiftKey) return letters ? letterCommand(key.toLowerCase(), subject) : null;
  }
  const judged = judgeCommand(press);
  return judged === null ? null : { kind: judged };
}

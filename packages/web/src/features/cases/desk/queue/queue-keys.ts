/** Declares the commands of the queue: its walls, the rhythm of an episode and its ends. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';
import { arrowKeys } from '../walls/member-keys.ts';

const rhythm = <Key extends string>(key: Key) =>
  ({ group: 'rhythms', keys: [key], subjects: ['episode'], line: 'retype' }) as const;
const moved = <Key extends string, Line extends string>(key: Key, line: Line) =>
  ({ group: 'rhythms', keys: [key], line }) as const;

export const queueKeys = {
  wall: { group: 'findings', keys: ['W'], tabs: ['findings'] },
  'kind-wall': { group: 'findings', keys: ['Shift+W'], tabs: ['findings'] },
  'accept-mixed': { group: 'findings', keys: ['O'], tabs: ['findings'] },
  'accept-sure': { group: 'findings', keys: ['Shift+⏎'], tabs: ['findings'] },
  rhythms: { group: 'rhythms', keys: ['E'], subjects: ['beats', 'episode'], footer: true },
  'rhythm-af': rhythm('A'),
  'rhythm-afl': rhythm('L'),
  'rhythm-vt': rhythm('V'),
  'rhythm-ivr': rhythm('I'),
  'rhythm-svt': rhythm('S'),
  'rhythm-pause': rhythm('P'),
  'rhythm-sinus': rhythm('N'),
  'rhythm-noise': rhythm('X'),
  'onset-earlier': moved('[', 'onset'),
  'onset-later': moved(']', 'onset'),
  'end-earlier': moved('{', 'end'),
  'end-later': moved('}', 'end'),
  'next-open': { group: 'findings', keys: ['Shift+J'] },
  ...arrowKeys,
} as const satisfies DeskKeyTable;

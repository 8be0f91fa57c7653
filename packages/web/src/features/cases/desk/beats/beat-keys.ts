/** Declares the commands on beats: naming, removing, adding, selecting. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { DeskKeyTable } from '../keys/desk-tool.ts';

const subjects = ['beats', 'template', 'several'] as const;
const naming = <Key extends string>(key: Key) =>
  ({ group: 'beats', keys: [key], subjects, line: 'beats', footer: true }) as const;
const fixed = <Key extends string>(key: Key) => ({ group: 'beats', keys: [key], fixed: true }) as const;

export const beatKeys = {
  'name-n': naming('N'),
  'name-v': naming('V'),
  'name-s': naming('S'),
  'name-f': naming('F'),
  'name-q': naming('Q'),
  remove: { group: 'beats', keys: ['Del'], subjects: ['beats'], line: 'reject', footer: true },
  clear: { group: 'beats', keys: ['Esc'], subjects: ['beats'], fixed: true },
  add: { group: 'beats', keys: ['Ins'] },
  'beat-before': { ...fixed('←'), line: 'beat' },
  'beat-after': { ...fixed('→'), line: 'beat' },
  'take-before': { ...fixed('Shift+←'), line: 'range', footer: true },
  'take-after': { ...fixed('Shift+→'), line: 'range', footer: true },
} as const satisfies DeskKeyTable;

/** The classes that have a letter on the keyboard. */
export const namedClasses = ['N', 'V', 'S', 'F', 'Q'] as const satisfies readonly BeatClass[];
export const nameCommands = {
  ...({ N: 'name-n', V: 'name-v', S: 'name-s', F: 'name-f', Q: 'name-q' } as const),
} satisfies Record<(typeof namedClasses)[number], keyof typeof beatKeys>;

/**
 * Lists the commands of the reading desk with their usual keys and the tabs and objects that they apply to. Letters
 * classify beats if beats or a group of beats are selected, otherwise rhythms. The part of the desk that runs a command
 * registers it with `useDeskCommands`. A key that has no command here is left to the recording (zoom, pages).
 *
 * Each user may change the key of a command (`own-keys.ts`). The text of a command is `word.…` in the namespace
 * `desk-keys`.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { End } from '../../../../trace/time/episode-ends.ts';
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import { nextStepKey, returnKey } from '../../actions/action-keys.ts';
import type { DeskView } from '../session/desk-views.ts';

export const rhythmKey = 'E';
export const wallKey = 'W';
/** Opens all findings of a kind. */
export const kindWallKey = 'Shift+W';
const extremesKey = 'G';
export const intervalsKey = 'T';
export const phraseKey = '/';
export const renewKey = 'U';
export const keepKey = 'K';
/** Keys of the pinned comments. */
export const pinKeys = { write: 'C', reply: 'Shift+C', answer: 'Y', next: 'H', previous: 'Shift+H' } as const;

export type DeskCommand =
  | { readonly kind: 'accept' | 'reject' | 'undo' | 'redo' | 'clear' | 'strip' | 'add' | 'rhythms' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'next-open' }
  | { readonly kind: 'step'; readonly by: -1 | 1 }
  | { readonly kind: 'beat'; readonly by: -1 | 1; readonly extend: boolean }
  | { readonly kind: 'label'; readonly label: BeatClass }
  | { readonly kind: 'retype'; readonly rhythm: RhythmKey }
  | { readonly kind: 'move'; readonly end: End; readonly by: -1 | 1 };

/**
 * What the next key changes: beats on the strip, otherwise the item of the queue; `several`: several selected
 * templates.
 */
export type DeskSubject = 'beats' | 'template' | 'several' | 'episode' | 'other';

export const keyGroups = ['findings', 'beats', 'rhythms', 'templates', 'scan', 'report', 'desk'] as const;

export type DeskKeyRow = {
  readonly group: (typeof keyGroups)[number];
  /** As printed on key caps; buttons show the first one. */
  readonly keys: readonly string[];
  /** The tabs that the command applies to; all tabs if undefined. */
  readonly tabs?: readonly DeskView[];
  /** The objects that the command applies to; all if undefined. */
  readonly subjects?: readonly DeskSubject[];
  /** The user cannot change this key, because the recording or the page also uses it. */
  readonly fixed?: true;
  /** Run by the desk itself; otherwise a tool registers the command. */
  readonly command?: DeskCommand;
};

const named: readonly DeskSubject[] = ['beats', 'template', 'several'];
const naming = (key: string, label: BeatClass): DeskKeyRow => ({
  group: 'beats',
  keys: [key],
  subjects: named,
  command: { kind: 'label', label },
});
const rhythm = (key: string, kind: RhythmKey): DeskKeyRow => ({
  group: 'rhythms',
  keys: [key],
  subjects: ['episode'],
  command: { kind: 'retype', rhythm: kind },
});
const moved = (key: string, end: End, by: -1 | 1): DeskKeyRow => ({
  group: 'rhythms',
  keys: [key],
  command: { kind: 'move', end, by },
});
const tab = <Key extends string>(key: Key) => ({ group: 'desk', keys: [key] }) as const;
/** Tabs in which keys step from beat to beat. */
const walked: readonly DeskView[] = ['templates', 'plots', 'changes'];
const read: readonly DeskView[] = ['findings', 'templates', 'plots', 'scan', 'changes'];

export const deskKeys = {
  similarity: { group: 'templates', keys: ['X'], tabs: ['templates'] },
  'members-wall': { group: 'templates', keys: [wallKey], tabs: ['templates'] },
  outliers: { group: 'templates', keys: ['O'], tabs: ['templates'] },
  merge: { group: 'templates', keys: ['M'], tabs: ['templates'], subjects: ['several'] },
  'member-before': { group: 'templates', keys: [','], tabs: walked },
  'member-after': { group: 'templates', keys: ['.'], tabs: walked },
  seen: { group: 'scan', keys: ['Space'], tabs: ['scan'] },
  turning: { group: 'scan', keys: ['P'], tabs: ['scan'] },
  pace: { group: 'scan', keys: ['↑', '↓'], tabs: ['scan'], fixed: true },
  minutes: { group: 'scan', keys: ['+', '−'], tabs: ['scan'], fixed: true },
  phrase: { group: 'report', keys: [phraseKey], tabs: ['report'] },
  renew: { group: 'report', keys: [renewKey], tabs: ['report'] },
  keep: { group: 'report', keys: [keepKey], tabs: ['report'] },
  wall: { group: 'findings', keys: [wallKey], tabs: ['findings'] },
  'kind-wall': { group: 'findings', keys: [kindWallKey], tabs: ['findings'] },

  'name-n': naming('N', 'N'),
  'name-v': naming('V', 'V'),
  'name-s': naming('S', 'S'),
  'name-f': naming('F', 'F'),
  'name-q': naming('Q', 'Q'),
  remove: { group: 'beats', keys: ['Del'], subjects: ['beats'], command: { kind: 'remove' } },
  clear: { group: 'beats', keys: ['Esc'], subjects: ['beats'], fixed: true, command: { kind: 'clear' } },
  rhythms: {
    group: 'rhythms',
    keys: [rhythmKey],
    subjects: ['beats', 'episode'],
    command: { kind: 'rhythms' },
  },
  'rhythm-af': rhythm('A', 'af'),
  'rhythm-afl': rhythm('L', 'afl'),
  'rhythm-vt': rhythm('V', 'vt'),
  'rhythm-ivr': rhythm('I', 'ivr'),
  'rhythm-svt': rhythm('S', 'svt'),
  'rhythm-pause': rhythm('P', 'pause'),
  'rhythm-sinus': rhythm('N', 'sinus'),
  'rhythm-noise': rhythm('X', 'noise'),
  'onset-earlier': moved('[', 'start', -1),
  'onset-later': moved(']', 'start', 1),
  'end-earlier': moved('{', 'end', -1),
  'end-later': moved('}', 'end', 1),

  accept: { group: 'findings', keys: ['⏎', 'F10'], command: { kind: 'accept' } },
  reject: { group: 'findings', keys: ['Del'], command: { kind: 'reject' } },
  'step-before': { group: 'findings', keys: ['K'], command: { kind: 'step', by: -1 } },
  'step-after': { group: 'findings', keys: ['J'], command: { kind: 'step', by: 1 } },
  'next-open': { group: 'findings', keys: ['Shift+J'], command: { kind: 'next-open' } },
  'arrow-before': { group: 'findings', keys: ['↑'], fixed: true, command: { kind: 'step', by: -1 } },
  'arrow-after': { group: 'findings', keys: ['↓'], fixed: true, command: { kind: 'step', by: 1 } },
  add: { group: 'beats', keys: ['Ins'], command: { kind: 'add' } },
  'beat-before': {
    group: 'beats',
    keys: ['←'],
    fixed: true,
    command: { kind: 'beat', by: -1, extend: false },
  },
  'beat-after': { group: 'beats', keys: ['→'], fixed: true, command: { kind: 'beat', by: 1, extend: false } },
  'take-before': {
    ...{ group: 'beats', keys: ['Shift+←'], fixed: true },
    command: { kind: 'beat', by: -1, extend: true },
  },
  'take-after': {
    ...{ group: 'beats', keys: ['Shift+→'], fixed: true },
    command: { kind: 'beat', by: 1, extend: true },
  },
  strip: { group: 'desk', keys: [recordingKeys.strip], command: { kind: 'strip' } },
  undo: { group: 'desk', keys: ['Ctrl+Z'], command: { kind: 'undo' } },
  redo: { group: 'desk', keys: ['Ctrl+Shift+Z'], command: { kind: 'redo' } },
  extremes: { group: 'desk', keys: [extremesKey], tabs: ['findings', 'scan'] },
  intervals: { group: 'desk', keys: [intervalsKey], tabs: read },
  unseen: { group: 'desk', keys: ['U'], tabs: read },
  measure: { group: 'desk', keys: [recordingKeys.measure], tabs: read },
  'pin-write': { group: 'desk', keys: [pinKeys.write], tabs: read },
  'pin-reply': { group: 'desk', keys: [pinKeys.reply], tabs: read },
  'pin-answer': { group: 'desk', keys: [pinKeys.answer], tabs: read },
  'pin-next': { group: 'desk', keys: [pinKeys.next], tabs: read },
  'pin-previous': { group: 'desk', keys: [pinKeys.previous], tabs: read },
  'next-step': { group: 'desk', keys: [nextStepKey] },
  'return-case': { group: 'desk', keys: [returnKey] },
  'tab-findings': tab('1'),
  'tab-templates': tab('2'),
  'tab-plots': tab('3'),
  'tab-scan': tab('4'),
  'tab-report': tab('5'),
  'tab-changes': tab('6'),
} as const satisfies Record<string, DeskKeyRow>;

export type DeskKeyId = keyof typeof deskKeys;
/** Beat classes that have a letter key. */
export const namedClasses = ['N', 'V', 'S', 'F', 'Q'] as const satisfies readonly BeatClass[];
export const nameCommands = {
  ...({ N: 'name-n', V: 'name-v', S: 'name-s', F: 'name-f', Q: 'name-q' } as const),
} satisfies Record<(typeof namedClasses)[number], DeskKeyId>;

const isId = (id: string): id is DeskKeyId => Object.hasOwn(deskKeys, id);
export const deskKeyIds: readonly DeskKeyId[] = Object.keys(deskKeys).filter(isId);
export const deskKeyRows: ReadonlyMap<string, DeskKeyRow> = new Map(Object.entries(deskKeys));

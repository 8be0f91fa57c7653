/**
 * The keys of the desk, heard before the recording and the page hear them: what they take here means nothing there.
 * They are listed under `?` and, the most used, in the footer.
 */
import { memo, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isOwnPress } from '../../../../platform/own-presses.ts';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { useKeyNamer } from '../../../../ui/keys/key-names.ts';
import type { Shortcut } from '../../../../ui/keys/shortcuts.ts';
import { useShortcuts } from '../../../../ui/keys/use-shortcuts.ts';
import { actsOnEnter, isCovered } from '../../../../ui/keys/who-hears.ts';
import { useUndo } from '../../reading/use-undo.ts';
import {
  type DeskCommand,
  deskCommand,
  type DeskKeyId,
  deskKeyIds,
  deskKeyRows,
  deskKeys,
} from './desk-keys.ts';
import { isHeardElsewhere } from './heard-elsewhere.ts';
import { runCommand, subjectOf } from './run-command.ts';
import { useCommandQueue } from './use-command-queue.ts';
import type { Desk, KeyHearer } from '../session/use-desk.ts';

/** What is done without writing. */
const reads: ReadonlySet<DeskCommand['kind']> = new Set(['step', 'next-open', 'beat', 'clear'] as const);

type Line = { readonly ids: readonly DeskKeyId[]; readonly label: string; readonly footer?: true };

/** The usual keys of some commands, each as this user has it. */
function useLine(): (line: Line, more?: readonly string[]) => Shortcut {
  const nameOf = useKeyNamer();
  return ({ ids, label, footer = false }, more = []) => {
    const usual = ids.flatMap((id) => deskKeys[id].keys.map((key) => [key, nameOf(key, id)] as const));
    return {
      keys: [...usual.map(([key]) => key), ...more],
      shown: [...usual.map(([, key]) => key), ...more],
      ...{ label, footer, heard: 'elsewhere', run: () => undefined },
    };
  };
}

/** Commands that the list names together, or by other words; every other row of the table has a line of its own. */
function useLines(steps: boolean) {
  const { t } = useTranslation('desk');
  const { t: ofReading } = useTranslation('reading');
  const { t: ofTrace } = useTranslation('trace');
  const { t: ofCase } = useTranslation('case-page');
  const { t: ofKeys } = useTranslation('desk-keys');
  const accept: readonly Line[] = steps
    ? [{ ids: ['accept'], label: ofReading('accept'), footer: true }]
    : [];
  const arrows: readonly Line[] = steps
    ? [{ ids: ['arrow-before', 'arrow-after'], label: ofCase('key.finding'), footer: true }]
    : [];
  const writing: readonly Line[] = [
    ...accept,
    { ids: ['reject'], label: t('key.reject'), footer: true },
    { ids: ['name-n', 'name-v', 'name-s', 'name-f', 'name-q'], label: t('key.beats'), footer: true },
    { ids: ['add'], label: t('key.add') },
    { ids: rhythmIds, label: t('key.retype') },
    { ids: ['rhythms'], label: t('key.rhythm'), footer: true },
    { ids: ['onset-earlier', 'onset-later'], label: t('key.onset') },
    { ids: ['end-earlier', 'end-later'], label: t('key.end') },
    { ids: ['strip'], label: ofTrace('strip.add') },
    { ids: ['undo'], label: ofReading('undo'), footer: true },
    { ids: ['redo'], label: ofReading('redo') },
  ];
  const reading: readonly Line[] = [
    ...arrows,
    { ids: ['step-before', 'step-after'], label: ofCase('key.finding') },
    { ids: ['next-open'], label: ofKeys('word.next-open') },
    { ids: ['beat-before', 'beat-after'], label: ofCase('key.beat') },
    { ids: ['take-before', 'take-after'], label: t('key.range'), footer: true },
    { ids: ['measure'], label: ofCase('key.measure') },
  ];
  return { writing, reading };
}

const rhythmIds: readonly DeskKeyId[] = [
  ...(['rhythm-af', 'rhythm-afl', 'rhythm-vt', 'rhythm-ivr'] as const),
  ...(['rhythm-svt', 'rhythm-pause', 'rhythm-sinus', 'rhythm-noise'] as const),
];
/** Said with others, or by who gives it. */
const unlisted: ReadonlySet<DeskKeyId> = new Set([
  'remove',
  'clear',
  'accept',
  'arrow-before',
  'arrow-after',
] as const);

/** `isOn`: the tab that is shown reads the recording; `steps`: the arrows step through its findings. */
type KeyListProps = Readonly<Record<'writes' | 'isOn' | 'steps', boolean>>;

/** What `?` and the footer list: a part of its own, so that no edit makes it anew. */
export const DeskKeyList = memo(function DeskKeyList({ writes, isOn, steps }: KeyListProps) {
  const { t: ofKeys } = useTranslation('desk-keys');
  const { t: ofCase } = useTranslation('case-page');
  const line = useLine();
  const { writing, reading } = useLines(steps);
  const said = new Set([...writing, ...reading].flatMap(({ ids }) => ids));
  const others = deskKeyIds.filter(
    (id) => deskKeyRows.get(id)?.command !== undefined && !said.has(id) && !unlisted.has(id),
  );
  const recording: readonly (readonly [readonly string[], string])[] = [
    [['PgUp', 'PgDn'], ofCase('key.page')],
    [['Home', 'End'], ofCase('key.ends')],
    [['+', '−'], ofCase('key.zoom')],
  ];
  const lines = [
    ...(writes ? writing : []),
    ...(writes ? others.map((id): Line => ({ ids: [id], label: ofKeys(`word.${id}`) })) : []),
    ...reading,
  ].map((one) => line(one));
  const ofRecording = recording.map(([keys, label]) => line({ ids: [], label }, keys));
  useShortcuts(isOn ? [...lines, ...ofRecording] : []);
  return null;
});

/** Whether single-letter keys are heard from this press: they are on, or the user chose the key. */
export function useLetters(): (press: object) => boolean {
  const { single_letter_keys } = useSessionUser().preferences;
  return (press) => single_letter_keys || isOwnPress(press);
}

/** Lets a tab hear keys before the desk, as long as it stands. */
export function useFirstKeys({ first }: Desk, hears: KeyHearer): void {
  const heard = useEffectEvent(hears);
  useEffect(() => {
    const own: KeyHearer = (event) => heard(event);
    first.set(own);
    return () => {
      if (first.get() === own) first.set(null);
    };
  }, [first]);
}

/** `isOn`: the tab that is shown reads the recording. */
export function useDeskKeys(desk: Desk, isOn: boolean): void {
  const letters = useLetters();
  const undo = useUndo();
  const order = useCommandQueue((command) => runCommand(desk, command, undo));
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.isComposing) return;
    if (isCovered()) return;
    if (!isHeardElsewhere(event.target, event.key) && desk.first.get()?.(event) === true)
      return event.preventDefault();
    const command = deskCommand(event, subjectOf(desk), letters(event));
    if (command === null || isHeardElsewhere(event.target, event.key)) return;
    const isOwnRow = event.target instanceof Element && event.target.closest('[aria-current]') !== null;
    if (event.key === 'Enter' && actsOnEnter(event.target) && !isOwnRow) return;
    if (!reads.has(command.kind) && !desk.writes) return;
    if (event.repeat && (command.kind === 'accept' || command.kind === 'reject')) return;
    event.preventDefault();
    order(command);
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', (event) => pressed(event), { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, []);
}

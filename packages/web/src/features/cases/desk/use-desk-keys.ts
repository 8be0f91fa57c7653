/**
 * The keys of the desk, heard before the recording and the page hear them: what they take here means nothing there.
 * They are listed under `?` and, the most used, in the footer.
 */
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { takesKeysItself } from '../../../trace/time/keys.ts';
import type { Shortcut } from '../../../ui/keys/shortcuts.ts';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import { actsOnEnter, isCovered } from '../../../ui/keys/who-hears.ts';
import { useUndo } from '../reading/use-undo.ts';
import { type DeskCommand, deskCommand, rhythmKey, stripKey } from './desk-keys.ts';
import { runCommand, subjectOf } from './run-command.ts';
import type { Desk, KeyHearer } from './use-desk.ts';

/** What is done without writing. */
const reads: ReadonlySet<DeskCommand['kind']> = new Set(['step', 'beat', 'clear'] as const);

const tabKeys: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** A tab that was pressed keeps the focus and moves by its own keys; every other key goes on meaning what it means. */
export function isHeardElsewhere(target: EventTarget | null, key: string): boolean {
  if (target instanceof Element && target.closest('[role="tablist"]') !== null) return tabKeys.has(key);
  return takesKeysItself(target, key);
}

function useKeyList(writes: boolean, isOn: boolean, steps: boolean): void {
  const { t } = useTranslation('desk');
  const { t: ofReading } = useTranslation('reading');
  const { t: ofTrace } = useTranslation('trace');
  const { t: ofCase } = useTranslation('case-page');
  const listed = (keys: readonly string[], label: string, footer = false): Shortcut => ({
    keys,
    label,
    footer,
    heard: 'elsewhere',
    run: () => undefined,
  });
  const writing = [
    ...(steps ? [listed(['Enter', 'F10'], ofReading('accept'), true)] : []),
    listed(['Del'], t('key.reject'), true),
    listed(['N', 'V', 'S', 'F', 'Q'], t('key.beats'), true),
    listed(['Ins'], t('key.add')),
    listed(['A', 'L', 'V', 'I', 'S', 'P', 'N', 'X'], t('key.retype')),
    listed([rhythmKey], t('key.rhythm'), true),
    listed(['[', ']'], t('key.onset')),
    listed(['{', '}'], t('key.end')),
    listed([stripKey], ofTrace('strip.add')),
    listed(['Ctrl+Z'], ofReading('undo'), true),
    listed(['Ctrl+Shift+Z'], ofReading('redo')),
  ];
  const reading = [
    ...(steps ? [listed(['↑', '↓'], ofCase('key.finding'), true)] : []),
    listed(['J', 'K'], ofCase('key.finding')),
    listed(['←', '→'], ofCase('key.beat')),
    listed(['Shift+←', 'Shift+→'], t('key.range'), true),
    listed(['PgUp', 'PgDn'], ofCase('key.page')),
    listed([',', '.'], ofCase('key.strip')),
    listed(['Home', 'End'], ofCase('key.ends')),
    listed(['+', '−'], ofCase('key.zoom')),
    listed(['M'], ofCase('key.measure')),
  ];
  useShortcuts(isOn ? [...(writes ? writing : []), ...reading] : []);
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

/** `isOn`: the tab that is shown reads the recording; `steps`: the arrows step through its findings. */
export function useDeskKeys(desk: Desk, isOn: boolean, steps: boolean): void {
  const { preferences } = useSessionUser();
  const undo = useUndo();
  useKeyList(desk.writes, isOn, steps);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.isComposing) return;
    if (isCovered()) return;
    if (!isHeardElsewhere(event.target, event.key) && desk.first.get()?.(event) === true)
      return event.preventDefault();
    const command = deskCommand(event, subjectOf(desk), preferences.single_letter_keys);
    if (command === null || isHeardElsewhere(event.target, event.key)) return;
    const isOwnRow = event.target instanceof Element && event.target.closest('[aria-current]') !== null;
    if (event.key === 'Enter' && actsOnEnter(event.target) && !isOwnRow) return;
    if (!reads.has(command.kind) && !desk.writes) return;
    if (event.repeat && (command.kind === 'accept' || command.kind === 'reject')) return;
    event.preventDefault();
    runCommand(desk, command, undo);
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', (event) => pressed(event), { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, []);
}

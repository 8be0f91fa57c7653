/** Registers the commands that the desk itself runs, in every tab that shows the recording. */
import { useTranslation } from 'react-i18next';
import { useUndo } from '../../reading/use-undo.ts';
import { type DeskCommand, type DeskKeyId, deskKeyIds, deskKeyRows } from './desk-keys.ts';
import { runCommand } from './run-command.ts';
import { useCommandQueue } from './use-command-queue.ts';
import { type DeskRun, type DeskRuns, useDeskCommands } from './use-desk-commands.ts';
import type { Desk } from '../session/use-desk.ts';

/** Commands that do not write edits. */
const reads: ReadonlySet<DeskCommand['kind']> = new Set(['step', 'next-open', 'beat', 'clear'] as const);
/** Commands that run only once while their key is held down. */
const once: ReadonlySet<DeskCommand['kind']> = new Set(['accept', 'reject'] as const);

type Line = Pick<DeskRun, 'line' | 'footer'>;

/**
 * Returns the texts in the list of keys (`?`) and the footer for commands that share a line or have another text there.
 */
function useLines(): { readonly [id in DeskKeyId]?: Line } {
  const { t } = useTranslation('desk');
  const { t: ofReading } = useTranslation('reading');
  const { t: ofTrace } = useTranslation('trace');
  const { t: ofCase } = useTranslation('case-page');
  const [finding, beat] = [{ line: ofCase('key.finding') }, { line: ofCase('key.beat') }];
  const beats = { line: t('key.beats'), footer: true };
  const rhythm = { line: t('key.retype') };
  const range = { line: t('key.range'), footer: true };
  const [onset, end] = [{ line: t('key.onset') }, { line: t('key.end') }];
  return {
    accept: { line: ofReading('accept'), footer: true },
    reject: { line: t('key.reject'), footer: true },
    remove: { line: t('key.reject'), footer: true },
    ...{ 'name-n': beats, 'name-v': beats, 'name-s': beats, 'name-f': beats, 'name-q': beats },
    add: { line: t('key.add') },
    ...{ 'rhythm-af': rhythm, 'rhythm-afl': rhythm, 'rhythm-vt': rhythm, 'rhythm-ivr': rhythm },
    ...{ 'rhythm-svt': rhythm, 'rhythm-pause': rhythm, 'rhythm-sinus': rhythm, 'rhythm-noise': rhythm },
    rhythms: { line: t('key.rhythm'), footer: true },
    ...{ 'onset-earlier': onset, 'onset-later': onset, 'end-earlier': end, 'end-later': end },
    strip: { line: ofTrace('strip.add') },
    undo: { line: ofReading('undo'), footer: true },
    redo: { line: ofReading('redo') },
    ...{ 'step-before': finding, 'step-after': finding },
    'arrow-before': { ...finding, footer: true },
    'arrow-after': { ...finding, footer: true },
    ...{ 'beat-before': beat, 'beat-after': beat, 'take-before': range, 'take-after': range },
  };
}

type DeskCommandsProps = {
  readonly desk: Desk;
  /** Whether the open tab shows the recording. */
  readonly isOn: boolean;
  /** Whether the arrow keys step through its findings. */
  readonly steps: boolean;
};

export function DeskCommands({ desk, isOn, steps }: DeskCommandsProps) {
  const undo = useUndo();
  const order = useCommandQueue((command) => runCommand(desk, command, undo));
  const lines = useLines();
  const runOf = (id: DeskKeyId): DeskRun | undefined => {
    const command = deskKeyRows.get(id)?.command;
    if (!isOn || command === undefined || !(desk.writes || reads.has(command.kind))) return undefined;
    const isHidden = id === 'clear' || (!steps && /^(?:accept|arrow|step)/.test(id));
    return { ...lines[id], unlisted: isHidden, once: once.has(command.kind), run: () => order(command) };
  };
  const runs: DeskRuns = Object.fromEntries(
    deskKeyIds.map((id): [DeskKeyId, DeskRun | undefined] => [id, runOf(id)]),
  );
  useDeskCommands(runs, 'desk');
  return null;
}

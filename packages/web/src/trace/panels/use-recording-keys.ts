/** Registers the commands of the recording view while it is on the page. */
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import { useCommands } from '../../ui/keys/use-commands.ts';
import { type TableRun, type TableRuns, useTableCommands } from '../../ui/keys/use-table-commands.ts';
import { firstAtOrAfter } from '../time/measure.ts';
import { middleOf } from '../time/view.ts';
import type { TraceCommand as ViewCommand } from '../time/view-state.ts';
import type { Stage } from './stage.ts';
import { recordingKeys } from './recording-keys.ts';
import { toggleMeasuring } from './strip-gestures.ts';

type RecordingKeys = {
  readonly onFinding: (by: -1 | 1) => void;
  readonly onStrip?: (() => void) | undefined;
  /** The page steps through beats and findings itself. */
  readonly ownSteps?: boolean | undefined;
};

/** Moves the beat before or after the middle of the strip to the middle; without beats, moves by one second. */
function stepBeat(stage: Stage, by: -1 | 1): void {
  const beats = stage.scene()?.beats;
  const frame = stage.frame();
  const middle = middleOf(stage.view.get(), frame);
  const index = beats === undefined ? -1 : adjacentBeat(beats.sample, middle, by);
  const beat = beats?.sample[index];
  if (beat === undefined) stage.dispatch({ kind: 'pan', samples: Math.round(by * frame.clock.sampling_hz) });
  else stage.dispatch({ kind: 'centre', sample: beat });
}

/** Centring the strip on a beat may lose half a sample to rounding. */
function adjacentBeat(beats: ArrayLike<number>, middle: number, by: -1 | 1): number {
  return by === 1 ? firstAtOrAfter(beats, middle + 2) : firstAtOrAfter(beats, middle - 2) - 1;
}

function stepSecond(stage: Stage, by: -1 | 1): void {
  stage.dispatch({ kind: 'pan', samples: Math.round(by * stage.frame().clock.sampling_hz) });
}

function measure(stage: Stage): void {
  // The calipers must be on the page before the first of them can take the focus.
  flushSync(() => toggleMeasuring(stage));
  stage.grasped.set(stage.grasped.get() + 1);
}

/** Returns the commands of the view itself: pages, ends, zoom, and the strip alone. */
function viewRuns(stage: Stage): TableRuns {
  const run = (command: ViewCommand): TableRun => ({ run: () => stage.dispatch(command) });
  return {
    'page-before': run({ kind: 'pages', pages: -1 }),
    'page-after': run({ kind: 'pages', pages: 1 }),
    'strip-before': run({ kind: 'strips', strips: -1 }),
    'strip-after': run({ kind: 'strips', strips: 1 }),
    'recording-start': run({ kind: 'edge', edge: 'first' }),
    'recording-end': run({ kind: 'edge', edge: 'last' }),
    'zoom-out': run({ kind: 'zoom-time', steps: -1 }),
    'zoom-in': run({ kind: 'zoom-time', steps: 1 }),
    alone: { run: () => stage.dispatch({ kind: 'alone', on: !stage.view.get().alone }) },
    measure: { footer: true, run: () => measure(stage) },
  };
}

/** Returns the steps through beats, lines and findings. */
function stepRuns(stage: Stage, onFinding: RecordingKeys['onFinding']): TableRuns {
  return {
    'to-beat-before': { run: () => stepBeat(stage, -1) },
    'to-beat-after': { run: () => stepBeat(stage, 1) },
    'second-before': { run: () => stepSecond(stage, -1) },
    'second-after': { run: () => stepSecond(stage, 1) },
    'line-before': { run: () => stage.dispatch({ kind: 'lines', lines: -1 }) },
    'line-after': { run: () => stage.dispatch({ kind: 'lines', lines: 1 }) },
    'step-before': { footer: true, run: () => onFinding(-1) },
    'step-after': { footer: true, run: () => onFinding(1) },
  };
}

/** If the page has its own steps, the footer has no space for these commands. */
function pageRuns(stage: Stage, { onFinding, onStrip, ownSteps = false }: RecordingKeys): TableRuns {
  const own = viewRuns(stage);
  if (ownSteps)
    return Object.fromEntries(Object.entries(own).map(([id, run]) => [id, { ...run, footer: false }]));
  const strip = onStrip === undefined ? undefined : { once: true, run: onStrip };
  return { ...stepRuns(stage, onFinding), ...own, strip };
}

export function useRecordingKeys(stage: Stage, keys: RecordingKeys): void {
  const { t } = useTranslation('commands');
  useTableCommands(recordingKeys, pageRuns(stage, keys), 'recording');
  // `+` without Shift on most keyboards.
  const larger = { id: 'recording.zoom-in', title: t('word.zoom-in'), keys: ['='], unlisted: true };
  useCommands([{ ...larger, run: () => stage.dispatch({ kind: 'zoom-time', steps: 1 }) }], 'recording');
  // Esc first ends measuring, before it has any other meaning.
  const end: TableRun = {
    when: () => stage.view.get().measuring,
    run: () => stage.dispatch({ kind: 'measure', on: false }),
  };
  useTableCommands(recordingKeys, { 'measure-end': end }, 'tool');
}

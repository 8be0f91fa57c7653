/** Registers the commands of the recording view while it is on the page. */
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import type { Command } from '../../ui/keys/commands.ts';
import { useCommands } from '../../ui/keys/use-commands.ts';
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

/** Makes two commands, back and forward, that share one line in the list. */
const pair = (id: string, line: string, [back, on]: readonly [string, string], run: (by: -1 | 1) => void) =>
  [
    { id: `${id}.back`, title: line, keys: [back], run: () => run(-1) },
    { id: `${id}.on`, title: line, keys: [on], run: () => run(1) },
  ] as const;

function useSteps(stage: Stage, onFinding: RecordingKeys['onFinding']): readonly Command[] {
  const { t } = useTranslation('case-page');
  const inFooter = (list: readonly Command[]) => list.map((one) => ({ ...one, footer: true }));
  const finding = { title: t('key.finding') };
  const lines = (by: -1 | 1) => stage.dispatch({ kind: 'lines', lines: by });
  return [
    ...inFooter(pair('recording.beat', t('key.beat'), ['←', '→'], (by) => stepBeat(stage, by))),
    ...pair('recording.second', t('key.beat'), ['Shift+←', 'Shift+→'], (by) => stepSecond(stage, by)).map(
      (one) => ({ ...one, unlisted: true }),
    ),
    ...pair('recording.line', t('key.line'), ['↑', '↓'], lines),
    ...inFooter([
      { ...finding, id: 'step-before', keys: recordingKeys['step-before'].keys, run: () => onFinding(-1) },
      { ...finding, id: 'step-after', keys: recordingKeys['step-after'].keys, run: () => onFinding(1) },
    ]),
  ];
}

/** Commands for pages, ends, zoom and the strip alone. */
function useViewCommands(stage: Stage): readonly Command[] {
  const { t } = useTranslation('case-page');
  const { t: ofTrace } = useTranslation('trace');
  const view = (command: ViewCommand) => (): void => stage.dispatch(command);
  const inFooter = (one: Command): Command => ({ ...one, footer: true });
  const pages = (by: -1 | 1): void => stage.dispatch({ kind: 'pages', pages: by });
  const strips = (by: -1 | 1): void => stage.dispatch({ kind: 'strips', strips: by });
  const zoom = (by: -1 | 1): void => stage.dispatch({ kind: 'zoom-time', steps: by });
  const end = { title: t('key.ends') };
  return [
    ...pair('recording.page', t('key.page'), ['PgUp', 'PgDn'], pages).map(inFooter),
    ...pair('recording.strip', t('key.strip'), [',', '.'], strips).map(inFooter),
    { ...end, id: 'recording.start', keys: ['Home'], run: view({ kind: 'edge', edge: 'first' }) },
    { ...end, id: 'recording.end', keys: ['End'], run: view({ kind: 'edge', edge: 'last' }) },
    ...pair('recording.zoom', t('key.zoom'), ['−', '+'], zoom).map(inFooter),
    { id: 'recording.zoom-in', title: t('key.zoom'), keys: ['='], unlisted: true, run: () => zoom(1) },
    {
      ...{ id: 'alone', title: ofTrace('strip.alone'), keys: recordingKeys.alone.keys },
      run: () => stage.dispatch({ kind: 'alone', on: !stage.view.get().alone }),
    },
  ];
}

export function useRecordingKeys(
  stage: Stage,
  { onFinding, onStrip, ownSteps = false }: RecordingKeys,
): void {
  const { t } = useTranslation('case-page');
  const { t: ofTrace } = useTranslation('trace');
  const steps = useSteps(stage, onFinding);
  const measuring = { title: t('key.measure') };
  const strip: readonly Command[] =
    onStrip === undefined || ownSteps
      ? []
      : [
          {
            id: 'strip',
            title: ofTrace('strip.add'),
            keys: recordingKeys.strip.keys,
            once: true,
            run: onStrip,
          },
        ];
  // Esc first ends measuring, before it has any other meaning.
  useCommands(
    [
      {
        ...{ ...measuring, id: 'recording.measure-end', keys: ['Esc'], unlisted: true },
        when: () => stage.view.get().measuring,
        run: () => stage.dispatch({ kind: 'measure', on: false }),
      },
    ],
    'tool',
  );
  const own: readonly Command[] = [
    ...useViewCommands(stage),
    {
      ...measuring,
      id: 'measure',
      keys: recordingKeys.measure.keys,
      footer: true,
      run: () => measure(stage),
    },
  ];
  // If the page has its own commands, the footer has no space for these.
  const all = ownSteps ? own.map((one) => ({ ...one, footer: false })) : [...steps, ...own, ...strip];
  useCommands(all, 'recording');
}

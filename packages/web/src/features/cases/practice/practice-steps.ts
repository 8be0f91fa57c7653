/**
 * Defines the steps of the guided first reading: the task, its place, and the condition in the reading that completes
 * it.
 */
import { beatClassFromByte, type BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { FindingState } from '@rhythmdesk/ecg/reading/reading-figures';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';
import type { PracticeRecording, PracticeSpan } from '@rhythmdesk/ecg/synth/practice-recording';
import type { ShownReading } from '../reading/reading-state.ts';
import type { DeskView } from '../desk/session/desk-views.ts';

export const practiceSteps = [
  ...(['accept', 'reject', 'move', 'pause', 'relabel', 'undo'] as const),
  ...(['template', 'split', 'plots', 'scan', 'strip', 'conclusion', 'changes'] as const),
] as const;
export type PracticeStep = (typeof practiceSteps)[number];

/** The state that the steps check. */
export type PracticeView = {
  readonly shown: ShownReading;
  readonly tab: DeskView;
  /** An edit of the log undoes another. */
  readonly undone: boolean;
  /** Beats are selected in a plot. */
  readonly taken: boolean;
  /** A page other than the first is shown. */
  readonly turned: boolean;
  /** The text of the conclusion. */
  readonly conclusion: string;
};

const meets = (one: PracticeSpan, start: number, end: number): boolean => start < one.end && end >= one.start;

function classAt({ beats }: ShownReading, sample: number): BeatClass | null {
  const at = beats.sample.indexOf(sample);
  return at < 0 ? null : (beatClassFromByte(beats.class[at] ?? 0) ?? null);
}

type Judged = { readonly kind: string; readonly within: PracticeSpan; readonly state: FindingState };

const isJudged = ({ findings }: ShownReading, { kind, within, state }: Judged): boolean =>
  findings.some(
    (one) => one.kind === kind && one.state === state && meets(within, one.start_sample, one.end_sample),
  );

/** Readers agree on a place to within a beat at either side. */
const nearS = 1.5;

type Done = (
  view: PracticeView,
  practice: Pick<PracticeRecording, 'truth' | 'planted' | 'sampling_hz'>,
) => boolean;

const done = {
  accept: ({ shown }, { truth }) =>
    truth.episodes.some(
      (one) => one.kind === 'vt' && isJudged(shown, { kind: 'vt', within: one, state: 'accepted' }),
    ),
  reject: ({ shown: { findings } }, { planted }) =>
    !findings.some(
      ({ kind, state, start_sample, end_sample }) =>
        kind === 'vt' && state !== 'rejected' && meets(planted.artefact, start_sample, end_sample),
    ),
  move: ({ shown: { findings } }, { planted, sampling_hz }) =>
    findings.some(
      ({ kind, state, start_sample }) =>
        kind === 'af' &&
        state !== 'rejected' &&
        Math.abs(start_sample - planted.fibrillation.start) <= nearS * sampling_hz,
    ),
  pause: ({ shown }, { truth }) =>
    truth.episodes.some(
      (one) => one.kind === 'pause' && isJudged(shown, { kind: 'pause', within: one, state: 'accepted' }),
    ),
  relabel: ({ shown }, { planted }) => classAt(shown, planted.early) === 'S',
  undo: ({ undone }) => undone,
  template: ({ shown }, { planted }) => planted.misnamed.every((sample) => classAt(shown, sample) === 'V'),
  split: ({ shown }, { planted }) => planted.hidden.every((sample) => classAt(shown, sample) === 'V'),
  plots: ({ tab, taken }) => tab === 'plots' && taken,
  scan: ({ tab, turned }) => tab === 'scan' && turned,
  strip: ({ shown }) => shown.strips.length > 0,
  conclusion: ({ conclusion }) => conclusion.trim() !== '',
  changes: ({ tab }) => tab === 'changes',
} as const satisfies Record<PracticeStep, Done>;

export const isStepDone = (step: PracticeStep, view: PracticeView, practice: PracticeRecording): boolean =>
  done[step](view, practice);

type StepSpan = (practice: PracticeRecording) => PracticeSpan | null;

const firstOf =
  (kind: string): StepSpan =>
  ({ truth }) =>
    truth.episodes.find((one) => one.kind === kind) ?? null;
const anywhere: StepSpan = () => null;
/** The tab in which a step is done, and its place. */
const stands = {
  accept: ['findings', firstOf('vt')],
  reject: ['findings', ({ planted }) => planted.artefact],
  move: ['findings', ({ planted }) => planted.fibrillation],
  pause: ['findings', firstOf('pause')],
  relabel: ['findings', ({ planted: { early } }) => ({ start: early, end: early })],
  undo: ['findings', anywhere],
  template: ['templates', anywhere],
  split: ['templates', anywhere],
  plots: ['plots', anywhere],
  scan: ['scan', anywhere],
  strip: ['findings', firstOf('vt')],
  conclusion: ['report', anywhere],
  changes: ['changes', anywhere],
} as const satisfies Record<PracticeStep, readonly [DeskView, StepSpan]>;

/** Returns the place of the recording for a step; null if any place works. */
export const placeOf = (step: PracticeStep, practice: PracticeRecording): PracticeSpan | null =>
  stands[step][1](practice);

export const tabOf = (step: PracticeStep): DeskView => stands[step][0];

/** The finding that is selected for a step; null if it needs none. */
const findingOf = {
  ...{ accept: 'vt', reject: 'vt', move: 'af', pause: 'pause', strip: 'vt' },
  ...{ relabel: null, undo: null, template: null, split: null, plots: null, scan: null },
  ...{ conclusion: null, changes: null },
} as const satisfies Record<PracticeStep, RhythmKey | null>;

export function isReadFor(
  step: PracticeStep,
  { kind, start_sample, end_sample }: EpisodeSpan,
  practice: PracticeRecording,
): boolean {
  const place = placeOf(step, practice);
  return place !== null && kind === findingOf[step] && meets(place, start_sample, end_sample);
}

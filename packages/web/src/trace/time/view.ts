/**
 * Defines the view (position of the strip and paper settings) and computes which part of the recording it shows on a
 * screen of a given size. Without the DOM.
 */
import type { DisplayFilter } from '@rhythmdesk/ecg/signal/display-filter';
import type { Selected } from './beat-selection.ts';
import type { Caliper } from './measure.ts';
import { rowsInSequence } from './strip-layout.ts';
import type { ColumnCount } from './strip-layout.ts';
import { samplesAcross } from './time-scale.ts';
import type { RecordingClock, PaperGain, PaperSpeed, SampleSpan } from './time-scale.ts';

export type View = {
  /** Sample at the strip's left edge. */
  readonly start: number;
  /** First line of the disclosure page. */
  readonly top: number;
  /** The part of the recording that the trend shows. */
  readonly trend: SampleSpan;
  readonly speed: PaperSpeed;
  readonly gain: PaperGain;
  /** The user did not choose the gain: it follows the space that the leads have. */
  readonly autoGain: boolean;
  readonly filter: DisplayFilter;
  readonly inverted: boolean;
  readonly leads: readonly number[];
  readonly columns: ColumnCount;
  /** The lead that is repeated over the whole width below several columns; null if there is none. */
  readonly rhythm: number | null;
  /** The lead of the disclosure page; null: the first lead of the strip. */
  readonly disclosure: number | null;
  /** Trend and disclosure are hidden. */
  readonly alone: boolean;
  readonly measuring: boolean;
  readonly caliper: Caliper | null;
  readonly marching: boolean;
  readonly selected: Selected | null;
};

/** Properties of the screen: they change with its size, not with a command. */
export type Frame = {
  readonly clock: RecordingClock;
  readonly lineMs: number;
  readonly pageLines: number;
  /** The disclosure is turned by whole pages: each begins at a multiple of its lines. */
  readonly paged?: boolean | undefined;
  readonly paperPx: number;
  /** Height of the strip with its rails. */
  readonly stripPx: number;
  /** Height of the lane between beat rail and paper, see `StripSize`; 0 if there is none. */
  readonly lanePx: number;
  readonly mmPx: number;
};

export type Layout = Pick<View, 'leads' | 'columns' | 'rhythm' | 'gain'>;

export function firstView(clock: RecordingClock, leads: readonly number[]): View {
  return {
    start: 0,
    top: 0,
    trend: { start: 0, end: clock.samples },
    speed: 25,
    gain: 10,
    autoGain: false,
    filter: 'off',
    inverted: false,
    leads,
    columns: 1,
    rhythm: null,
    disclosure: null,
    alone: false,
    measuring: false,
    caliper: null,
    marching: false,
    selected: null,
  };
}

export function across(frame: Frame, speed: PaperSpeed): number {
  return samplesAcross(frame.clock, frame.paperPx, frame.mmPx, speed);
}

/** Returns the number of rows in which a single lead is shown, one after the other in time. */
export function stripRows(view: View, frame: Frame): number {
  return rowsInSequence(view.leads.length, frame.stripPx, frame.mmPx, view.gain, frame.lanePx);
}

export function stripSpan(view: View, frame: Frame): SampleSpan {
  return { start: view.start, end: view.start + stripRows(view, frame) * across(frame, view.speed) };
}

/** Returns the distance from the strip's start to the place that the user looks at, the middle of the middle row. */
export function lookAhead(view: View, frame: Frame): number {
  const row = Math.floor((stripRows(view, frame) - 1) / 2);
  return (row + 0.5) * across(frame, view.speed);
}

/** Returns the sample in the middle of what the user looks at. */
export function middleOf(view: View, frame: Frame): number {
  return view.start + lookAhead(view, frame);
}

/** Overlap of two consecutive strips, so that a beat at the edge is shown whole. */
const overlapMs = 2000;

export function stripStep(view: View, frame: Frame): number {
  const { start, end } = stripSpan(view, frame);
  const overlap = Math.min((overlapMs * frame.clock.sampling_hz) / 1000, (end - start) / 4);
  return Math.round(end - start - overlap);
}

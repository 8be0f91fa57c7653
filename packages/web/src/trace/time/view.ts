/**
 * What the reader sees: where the strip stands and how the paper is set, and what of the recording that shows on a
 * screen of a given size. Without the DOM.
 */
import type { DisplayFilter } from '@rhythmdesk/ecg/signal/display-filter';
import type { Selected } from './beat-selection.ts';
import type { Caliper } from './measure.ts';
import { rowsInSequence } from './strip-layout.ts';
import type { ColumnCount } from './strip-layout.ts';
import { samplesAcross } from './time-scale.ts';
import type { Clock, PaperGain, PaperSpeed, SampleSpan } from './time-scale.ts';

export type View = {
  /** Sample at the strip's left edge. */
  readonly start: number;
  /** First line of the disclosure page. */
  readonly top: number;
  /** The part of the recording that the trend shows. */
  readonly trend: SampleSpan;
  readonly speed: PaperSpeed;
  readonly gain: PaperGain;
  /** The gain is not the reader's choice: it follows the room that the leads have. */
  readonly autoGain: boolean;
  readonly filter: DisplayFilter;
  readonly inverted: boolean;
  readonly leads: readonly number[];
  readonly columns: ColumnCount;
  /** Shown once more over the whole width at the foot of several columns; null where there is none. */
  readonly rhythm: number | null;
  /** The lead of the disclosure page; null: the first of the strip's. */
  readonly disclosure: number | null;
  /** Trend and disclosure are folded away. */
  readonly alone: boolean;
  readonly measuring: boolean;
  readonly caliper: Caliper | null;
  readonly marching: boolean;
  readonly selected: Selected | null;
};

/** What the screen gives: it changes with its size, not with a command. */
export type Frame = {
  readonly clock: Clock;
  readonly lineMs: number;
  readonly pageLines: number;
  /** The disclosure is turned by whole pages: each begins at a multiple of its lines. */
  readonly paged?: boolean | undefined;
  readonly paperPx: number;
  /** Height of the strip with its rails. */
  readonly stripPx: number;
  readonly mmPx: number;
};

export type Layout = Pick<View, 'leads' | 'columns' | 'rhythm' | 'gain'>;

export function firstView(clock: Clock, leads: readonly number[]): View {
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

/** In how many rows a single lead is shown, one after the other in time. */
export function stripRows(view: View, frame: Frame): number {
  return rowsInSequence(view.leads.length, frame.stripPx, frame.mmPx, view.gain);
}

export function stripSpan(view: View, frame: Frame): SampleSpan {
  return { start: view.start, end: view.start + stripRows(view, frame) * across(frame, view.speed) };
}

/** How far the place that the reader looks at, the middle of the middle row, lies behind the strip's start. */
export function lookAhead(view: View, frame: Frame): number {
  const row = Math.floor((stripRows(view, frame) - 1) / 2);
  return (row + 0.5) * across(frame, view.speed);
}

/** The sample in the middle of what the reader looks at. */
export function middleOf(view: View, frame: Frame): number {
  return view.start + lookAhead(view, frame);
}

/** Seen twice when the strip is turned over, so that a beat at its edge is seen whole. */
const overlapMs = 2000;

export function stripStep(view: View, frame: Frame): number {
  const { start, end } = stripSpan(view, frame);
  const overlap = Math.min((overlapMs * frame.clock.sampling_hz) / 1000, (end - start) / 4);
  return Math.round(end - start - overlap);
}

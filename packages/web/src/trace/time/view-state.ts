/**
 * Computes the state of the view: the current place and the paper settings, without the DOM.
 *
 * One state controls all three time scales; a command computes the next state. Invariants: the strip never leaves the
 * recording (it may be longer than it); changing the speed keeps the middle of the strip; the disclosure page always
 * contains the line on which the strip begins, and turns only when that line leaves it (when pages are turned, a last
 * page shorter than the strip is shown too); the calipers stay on their samples whatever else moves.
 */
import type { DisplayFilter } from '@rhythmdesk/ecg/signal/display-filter';
import type { Selected } from './beat-selection.ts';
import type { Caliper } from './measure.ts';
import {
  disclosureLines,
  lineOf,
  lineSpan,
  lineStartMs,
  msAt,
  paperGains,
  paperSpeeds,
  sampleAt,
} from './time-scale.ts';
import type { PaperGain, PaperSpeed, SampleSpan } from './time-scale.ts';
import { across, lookAhead, middleOf, stripRows, stripSpan, stripStep } from './view.ts';
import type { Frame, Layout, View } from './view.ts';

/** Commands that change the current place. */
type Move =
  | { readonly kind: 'pan'; readonly samples: number }
  | { readonly kind: 'lines'; readonly lines: number }
  | { readonly kind: 'pages'; readonly pages: number }
  /** Moves by the length of the strip, less an overlap. */
  | { readonly kind: 'strips'; readonly strips: number }
  | { readonly kind: 'go'; readonly start: number }
  | { readonly kind: 'centre'; readonly sample: number }
  /** Brings a sample of the disclosure page as near to the middle of the strip as possible without turning the page. */
  | { readonly kind: 'look'; readonly sample: number }
  | { readonly kind: 'edge'; readonly edge: 'first' | 'last' }
  | { readonly kind: 'zoom-trend'; readonly factor: number; readonly at: number }
  | { readonly kind: 'pan-trend'; readonly samples: number }
  | { readonly kind: 'refit' };

/** Commands that change the paper settings and the measurement. */
type Setting =
  | { readonly kind: 'speed'; readonly speed: PaperSpeed }
  | { readonly kind: 'gain'; readonly gain: PaperGain }
  | { readonly kind: 'zoom-time'; readonly steps: number }
  | { readonly kind: 'zoom-gain'; readonly steps: number }
  | { readonly kind: 'filter'; readonly filter: DisplayFilter }
  | { readonly kind: 'invert' }
  | { readonly kind: 'leads'; readonly leads: readonly number[] }
  /** The layout's gain is one that fits. */
  | { readonly kind: 'layout'; readonly layout: Partial<Layout> }
  | { readonly kind: 'disclosure'; readonly lead: number | null }
  | { readonly kind: 'alone'; readonly on: boolean }
  /** `at`: position of new calipers; by default around the middle of the strip. */
  | { readonly kind: 'measure'; readonly on: boolean; readonly at?: Caliper | undefined }
  | { readonly kind: 'caliper'; readonly caliper: Caliper }
  | { readonly kind: 'march' }
  | { readonly kind: 'select'; readonly selected: Selected | null };

export type TraceCommand = Move | Setting;

const isMove = {
  pan: true,
  lines: true,
  pages: true,
  strips: true,
  go: true,
  centre: true,
  look: true,
  edge: true,
  'zoom-trend': true,
  'pan-trend': true,
  refit: true,
  speed: false,
  gain: false,
  'zoom-time': false,
  'zoom-gain': false,
  filter: false,
  invert: false,
  leads: false,
  layout: false,
  disclosure: false,
  alone: false,
  measure: false,
  caliper: false,
  march: false,
  select: false,
} as const satisfies { [Kind in TraceCommand['kind']]: Kind extends Move['kind'] ? true : false };

function moves(command: TraceCommand): command is Move {
  return isMove[command.kind];
}

function clampStart(view: View, frame: Frame, start: number): number {
  const { end, start: from } = stripSpan(view, frame);
  const last = Math.max(0, frame.clock.samples - (end - from));
  return Math.min(Math.max(0, Math.round(start)), last);
}

function lastTop(frame: Frame): number {
  return Math.max(0, disclosureLines(frame.clock, frame.lineMs).count - frame.pageLines);
}

function firstOfPage({ pageLines }: Frame, line: number): number {
  return Math.floor(line / pageLines) * pageLines;
}

/** Turns the page when the strip's line has left it: forwards, the line is then at the top, backwards at the bottom. */
function followTop(frame: Frame, start: number, top: number): number {
  const line = lineOf(frame.clock, disclosureLines(frame.clock, frame.lineMs), start);
  if (frame.paged === true) return firstOfPage(frame, line);
  const held = Math.min(top, lastTop(frame));
  if (line >= held && line < held + frame.pageLines) return held;
  const justAbove = line < held && line >= held - frame.pageLines;
  const wished = justAbove ? line - frame.pageLines + 2 : line - 1;
  return Math.min(Math.max(0, wished), lastTop(frame));
}

function moveTo(view: View, frame: Frame, start: number): View {
  const clamped = clampStart(view, frame, start);
  const moved = { ...view, start: clamped, top: followTop(frame, clamped, view.top) };
  return { ...moved, trend: followTrend(moved, frame) };
}

/** A zoomed trend keeps its width and moves until the strip is inside. */
function followTrend(view: View, frame: Frame): SampleSpan {
  const { start, end } = view.trend;
  if (view.start >= start && view.start < end) return view.trend;
  const width = end - start;
  const from = clampTrendStart(frame, view.start - Math.floor(width / 2), width);
  return { start: from, end: from + width };
}

function clampTrendStart(frame: Frame, start: number, width: number): number {
  return Math.min(Math.max(0, Math.round(start)), Math.max(0, frame.clock.samples - width));
}

/** Moves page and strip together, so that the strip keeps its place on the page. */
function moveLines(view: View, frame: Frame, lines: number): View {
  const all = disclosureLines(frame.clock, frame.lineMs);
  const offsetMs = msAt(frame.clock, view.start) - lineStartMs(all, lineOf(frame.clock, all, view.start));
  const line = lineOf(frame.clock, all, view.start) + lines;
  const start = sampleAt(frame.clock, lineStartMs(all, line) + offsetMs);
  const top = Math.min(Math.max(0, view.top + lines), lastTop(frame));
  return moveTo({ ...view, top }, frame, start);
}

/** Turns whole pages: the strip begins where the page does. */
function turnPages(view: View, frame: Frame, pages: number): View {
  const lines = disclosureLines(frame.clock, frame.lineMs);
  const wished = firstOfPage(frame, view.top) + pages * frame.pageLines;
  const top = Math.min(Math.max(0, wished), firstOfPage(frame, lines.count - 1));
  return { ...moveTo(view, frame, lineSpan(frame.clock, lines, top).start), top };
}

function lookAt(view: View, frame: Frame, sample: number): View {
  const lines = disclosureLines(frame.clock, frame.lineMs);
  const first = lineSpan(frame.clock, lines, view.top).start;
  return { ...moveTo(view, frame, Math.max(first, sample - lookAhead(view, frame))), top: view.top };
}

function stepOf<T>(steps: readonly T[], now: T, by: number): T {
  const index = Math.min(Math.max(0, steps.indexOf(now) + by), steps.length - 1);
  return steps[index] ?? now;
}

function setSpeed(view: View, frame: Frame, speed: PaperSpeed): View {
  const next = { ...view, speed };
  return moveTo(next, frame, middleOf(view, frame) - lookAhead(next, frame));
}

/** Zooms the trend; the finest trend is a screen of disclosure lines. */
function zoomTrend(view: View, frame: Frame, factor: number, at: number): View {
  const all = frame.clock.samples;
  const finest = Math.min(all, Math.ceil((frame.pageLines * frame.lineMs * frame.clock.sampling_hz) / 1000));
  const width = view.trend.end - view.trend.start;
  const wished = Math.round(Math.min(Math.max(width * factor, finest), all));
  const share = width > 0 ? (at - view.trend.start) / width : 0;
  const start = clampTrendStart(frame, at - share * wished, wished);
  return { ...view, trend: { start, end: start + wished } };
}

function panTrend(view: View, frame: Frame, samples: number): View {
  const width = view.trend.end - view.trend.start;
  const start = clampTrendStart(frame, view.trend.start + samples, width);
  return { ...view, trend: { start, end: start + width } };
}

/** Calipers out of view are placed in the middle of the strip, so that both handles are in reach. */
function startMeasuring(view: View, frame: Frame, on: boolean, at: Caliper | undefined): View {
  if (!on) return { ...view, measuring: false };
  const wide = across(frame, view.speed);
  const inView = (sample: number): boolean => sample >= view.start && sample < view.start + wide;
  const kept = view.caliper !== null && (inView(view.caliper.a) || inView(view.caliper.b));
  if (kept) return { ...view, measuring: true };
  const a = Math.round(view.start + wide * 0.4);
  return { ...view, measuring: true, caliper: at ?? { a, b: Math.round(a + wide * 0.2) } };
}

/** Another layout may have other rows; the place that the user looks at is kept. */
function relaid(view: View, frame: Frame, layout: Partial<Layout>): View {
  if (layout.leads?.length === 0) return view;
  const next = { ...view, ...layout };
  const rows = stripRows(view, frame) === stripRows(next, frame);
  return rows ? next : moveTo(next, frame, middleOf(view, frame) - lookAhead(next, frame));
}

function move(view: View, frame: Frame, command: Move): View {
  switch (command.kind) {
    case 'pan':
      return moveTo(view, frame, view.start + command.samples);
    case 'lines':
      return moveLines(view, frame, command.lines);
    case 'pages':
      if (frame.paged === true) return turnPages(view, frame, command.pages);
      return moveLines(view, frame, command.pages * frame.pageLines);
    case 'strips':
      return moveTo(view, frame, view.start + command.strips * stripStep(view, frame));
    case 'go':
      return moveTo(view, frame, command.start);
    case 'centre':
      return moveTo(view, frame, command.sample - lookAhead(view, frame));
    case 'look':
      return lookAt(view, frame, command.sample);
    case 'edge':
      return moveTo(view, frame, command.edge === 'first' ? 0 : frame.clock.samples);
    case 'refit':
      return moveTo(view, frame, view.start);
    case 'zoom-trend':
      return zoomTrend(view, frame, command.factor, command.at);
    case 'pan-trend':
      return panTrend(view, frame, command.samples);
  }
}

function set(view: View, frame: Frame, command: Setting): View {
  switch (command.kind) {
    case 'speed':
      return setSpeed(view, frame, command.speed);
    case 'zoom-time':
      return setSpeed(view, frame, stepOf(paperSpeeds, view.speed, command.steps));
    case 'gain':
      return { ...relaid(view, frame, { gain: command.gain }), autoGain: false };
    case 'zoom-gain':
      return {
        ...relaid(view, frame, { gain: stepOf(paperGains, view.gain, command.steps) }),
        autoGain: false,
      };
    case 'filter':
      return { ...view, filter: command.filter };
    case 'invert':
      return { ...view, inverted: !view.inverted };
    case 'leads':
      return relaid(view, frame, { leads: command.leads });
    case 'layout':
      return {
        ...relaid(view, frame, command.layout),
        autoGain: view.autoGain || command.layout.gain !== undefined,
      };
    case 'disclosure':
      return { ...view, disclosure: command.lead };
    case 'alone':
      return { ...view, alone: command.on };
    case 'measure':
      return startMeasuring(view, frame, command.on, command.at);
    case 'caliper':
      return { ...view, measuring: true, caliper: command.caliper };
    case 'march':
      return { ...view, marching: !view.marching };
    case 'select':
      return { ...view, selected: command.selected };
  }
}

export function step(view: View, frame: Frame, command: TraceCommand): View {
  return moves(command) ? move(view, frame, command) : set(view, frame, command);
}

/**
 * Draws one line of a full disclosure as operators of a PDF page: grid, trace in the colours of its beats, symbols of
 * their classes, and rhythms below. A unit is 0.02 mm; the origin of the line is its left end at the isoelectric line,
 * and y points up. Anything that reaches further than the next line is cut off there.
 */
import { beatClassFromByte } from '@rhythmdesk/ecg/labels/beat-labels';
import { lowerBound } from '@rhythmdesk/ecg/beats/lower-bound';
import type { BeatTable } from '@rhythmdesk/ecg/beats/beat-table';
import type { Episode } from '@rhythmdesk/ecg/rhythm/summary';
import { paper } from '../paper-colours.ts';
import { classMarks, markedClasses, type MarkedClass } from './class-marks.ts';
import { pageMm, traceMm, type DisclosureLayout } from './disclosure-layout.ts';
import { columnPerSample, columnsALine, type SignalLine } from './signal-columns.ts';

const unitMm = 0.02;
const pointsPerMm = 72 / 25.4;
const inUnits = (mm: number): number => Math.round(mm / unitMm);
const widthUnits = inUnits(traceMm.width);

const number = (value: number): string => String(Number(value.toFixed(4)));
function colourOf(hex: string): string {
  const parts = [1, 3, 5].map((at) => number(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return parts.join(' ');
}

export type LineSource = {
  readonly layout: DisclosureLayout;
  readonly sampling_hz: number;
  readonly mm_per_mv: number;
  /** Offset of the recording's first sample in the first line. */
  readonly offset_ms: number;
  readonly beats: BeatTable;
  readonly episodes: readonly Episode[];
};

type LineSpan = { readonly column: (sample: number) => number; readonly from: number; readonly to: number };

/** Maps samples to columns of a line and returns the samples that it contains. */
function placeOf({ layout, sampling_hz, offset_ms }: LineSource, line: number): LineSpan {
  const { line_ms } = layout;
  const perSample = columnPerSample({ sampling_hz, line_ms });
  const offset = (offset_ms / 1000) * sampling_hz;
  const from = (line * columnsALine) / perSample - offset;
  return { from, to: from + columnsALine / perSample, column: (sample) => (sample - from) * perSample };
}

/** Sets the scale on the page: units of a line, with its left end as origin. */
export function atLine({ pitch_mm }: DisclosureLayout, index: number, drawing: string): string {
  const scale = unitMm * pointsPerMm;
  const y = pageMm.height - pageMm.lines_top - (index + 0.62) * pitch_mm;
  const [left, bottom] = [traceMm.left * pointsPerMm, y * pointsPerMm];
  return `q ${number(scale)} 0 0 ${number(scale)} ${number(left)} ${number(bottom)} cm 1 j\n${drawing}Q\n`;
}

function gridOf({ ticks, pitch_mm }: DisclosureLayout): string {
  const [top, bottom] = [inUnits(0.62 * pitch_mm), inUnits(0.38 * pitch_mm)];
  const lines = Array.from({ length: ticks + 1 }, (_, i) => {
    const x = String(Math.round((i * widthUnits) / ticks));
    return `${x} ${String(-bottom)} m ${x} ${String(top)} l\n`;
  });
  return `${colourOf(paper.line)} RG 4 w\n${lines.join('')}S\n`;
}

type Marked = { readonly column: number; readonly until: number; readonly label: MarkedClass };

const isMarked = (label: string | undefined): label is MarkedClass =>
  markedClasses.some((one) => one === label);

/** Returns the beats of a line that are not normal, each from before its QRS to after it. */
function markedBeats({ beats, sampling_hz: hz }: LineSource, { from, to, column }: LineSpan): Marked[] {
  const found: Marked[] = [];
  const last = lowerBound(beats.samples, to);
  for (let i = lowerBound(beats.samples, Math.max(0, from)); i < last; i++) {
    const label = beatClassFromByte(beats.classes[i] ?? 0);
    if (!isMarked(label)) continue;
    const sample = beats.samples[i] ?? 0;
    const next = beats.samples[i + 1] ?? Infinity;
    found.push({
      column: column(sample),
      until: column(Math.min(sample + 0.35 * hz, next - 0.1 * hz)),
      label,
    });
  }
  return found;
}

/** Returns the class in which each column is drawn: 0 is normal, otherwise the index in `markedClasses` plus one. */
function classColumns(marked: readonly Marked[], before: number): Uint8Array {
  const classes = new Uint8Array(columnsALine);
  for (const { column, until, label } of marked) {
    const from = Math.max(0, Math.floor(column - before));
    classes.fill(markedClasses.indexOf(label) + 1, from, Math.max(from + 1, Math.ceil(until)));
  }
  return classes;
}

/** Scale of heights in units, and the largest height. */
type Scale = { readonly units_per_uv: number; readonly most: number };

/**
 * Returns a path through the columns of one class; it starts again after each gap and each stretch of another class.
 */
function tracePath(
  line: SignalLine,
  classes: Uint8Array,
  drawn: number,
  { units_per_uv, most }: Scale,
): string {
  const y = (uv: number): string => String(Math.max(-most, Math.min(most, Math.round(uv * units_per_uv))));
  const parts: string[] = [];
  let isDown = false;
  for (let column = 0; column < columnsALine; column++) {
    const [low, high] = [line.low[column] ?? Number.NaN, line.high[column] ?? Number.NaN];
    if (classes[column] !== drawn || low !== low) {
      isDown = false;
      continue;
    }
    const x = String(Math.round(((column + 0.5) * widthUnits) / columnsALine));
    const [first, second] = line.falls[column] === 1 ? [y(high), y(low)] : [y(low), y(high)];
    // Starts at the last point before a change of class, so that the trace has no gap.
    const past = isDown || column === 0 ? Number.NaN : (line.high[column - 1] ?? Number.NaN);
    if (!isDown && past === past) {
      const end = line.falls[column - 1] === 1 ? (line.low[column - 1] ?? past) : past;
      parts.push(`${String(Math.round(((column - 0.5) * widthUnits) / columnsALine))} ${y(end)} m`);
      isDown = true;
    }
    parts.push(`${x} ${first} ${isDown ? 'l' : 'm'}`);
    if (second !== first) parts.push(`${x} ${second} l`);
    else if (!isDown) parts.push(`${x} ${second} l`);
    isDown = true;
  }
  return parts.length === 0 ? '' : `${parts.join('\n')}\nS\n`;
}

function trace(line: SignalLine, classes: Uint8Array, scale: Scale): string {
  const drawnClasses = new Set(classes);
  const inks = [paper.trace, ...markedClasses.map((label) => classMarks[label].colour)];
  const paths = inks.flatMap((ink, i) => {
    const path = drawnClasses.has(i) ? tracePath(line, classes, i, scale) : '';
    return path === '' ? [] : [`${colourOf(ink)} RG\n${path}`];
  });
  return `6 w\n${paths.join('')}`;
}

function signs(marked: readonly Marked[], pitch_mm: number): string {
  const y = 0.62 * pitch_mm - 0.45;
  return marked
    .map(({ column, label }) => {
      const { colour, is_filled, outline } = classMarks[label];
      const x = (column * traceMm.width) / columnsALine;
      const points = outline.map(([dx, dy], i) => {
        const at = `${String(inUnits(x + dx / 100))} ${String(inUnits(y - dy / 100))}`;
        return `${at} ${i === 0 ? 'm' : 'l'}`;
      });
      const ink = `${colourOf(colour)} ${is_filled ? 'rg' : 'RG'}`;
      return `${ink}${is_filled ? '' : ' 7 w'}\n${points.join(' ')} ${is_filled ? 'f' : 's'}\n`;
    })
    .join('');
}

const isUnread = (kind: Episode['kind']): boolean => kind === 'noise' || kind === 'no_signal';

/**
 * Draws fibrillation as a solid line, other findings as a dashed line and unreadable stretches as a dotted grey line.
 */
export function rhythmStyle(kind: Episode['kind']): { colour: string; dash: string; width: number } {
  if (kind === 'af' || kind === 'afl') return { colour: paper.af, dash: '', width: 25 };
  if (isUnread(kind)) return { colour: paper.soft, dash: '10 25', width: 10 };
  return { colour: paper.other, dash: '60 25', width: 22 };
}

function rhythms({ episodes, layout }: LineSource, { from, to, column }: LineSpan): string {
  const y = String(-inUnits(0.3 * layout.pitch_mm));
  const unitsAt = (sample: number): number => (column(sample) * widthUnits) / columnsALine;
  return episodes
    .flatMap(({ kind, start_sample, end_sample }) => {
      if (kind === 'sinus' || end_sample <= from || start_sample >= to) return [];
      const { colour, dash, width } = rhythmStyle(kind);
      const start = Math.max(0, Math.round(unitsAt(start_sample)));
      const end = Math.min(widthUnits, Math.max(start + 20, Math.round(unitsAt(end_sample))));
      return [
        `${colourOf(colour)} RG ${String(width)} w [${dash}] 0 d ${String(start)} ${y} m ${String(end)} ${y} l S [] 0 d\n`,
      ];
    })
    .join('');
}

/** Draws a line; `signal` is null if the recording has none there. */
export function drawLine(source: LineSource, line: number, signal: SignalLine): string {
  const { layout, sampling_hz, mm_per_mv } = source;
  const place = placeOf(source, line);
  const marked = markedBeats(source, place);
  const before = 0.12 * sampling_hz * columnPerSample({ sampling_hz, line_ms: layout.line_ms });
  const scale = { units_per_uv: mm_per_mv / 1000 / unitMm, most: inUnits(1.25 * layout.pitch_mm) };
  return [
    gridOf(layout),
    rhythms(source, place),
    trace(signal, classColumns(marked, before), scale),
    signs(marked, layout.pitch_mm),
  ].join('');
}

/** Returns the mean rate of each line per minute, from the valid intervals `rr` in seconds; null if it has none. */
export function lineRates(source: LineSource, rr: Float32Array): (number | null)[] {
  const { layout, beats } = source;
  return Array.from({ length: layout.lines }, (_, line) => {
    const { from, to } = placeOf(source, line);
    const last = lowerBound(beats.samples, to);
    let [sum, count] = [0, 0];
    for (let i = lowerBound(beats.samples, Math.max(0, from)); i < last; i++) {
      const interval = rr[i] ?? 0;
      if (interval <= 0) continue;
      sum += interval;
      count += 1;
    }
    return count === 0 ? null : (60 * count) / sum;
  });
}

/**
 * A strip on paper at its true scale: 25 mm are a second, 10 mm a millivolt. What is longer than the paper is wide goes
 * on in the next row, each row a drawing of its own so that a page may end between them; leads that are together
 * higher than a page stand in as many drawings as they need.
 *
 * Laws: a sample's place follows from its number alone; no stretch without signal is bridged; nothing is cut off, a
 * row is as high as its trace.
 */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import { paper } from './paper-colours.ts';
import { mm, svgOf, svgPath, svgRect, svgText } from './svg-text.ts';

type StripSignal = {
  readonly label: string;
  /** Microvolts from `first_sample` on; NaN where there is no signal. */
  readonly values: Float32Array;
};
export type DrawnStrip = {
  readonly strip: ReportFigures['strips'][number];
  readonly sampling_hz: number;
  readonly first_sample: number;
  readonly signals: readonly StripSignal[];
  /** How many leads the recording has; where they are more than the signals, the strip says so. */
  readonly recorded_leads: number;
};
export type StripRow = { readonly svg: string; readonly height_mm: number };

export const paperMm = 180;
/** The calibration pulse stands before the trace: a millivolt, 0.2 s. */
const traceFromMm = 10;
export const mmPerSecond = 25;
const mmPerUv = 0.01;
const rowSeconds = (paperMm - traceFromMm) / mmPerSecond;
/** What is longer is drawn up to here. */
export const mostRows = 20;
const labelsMm = 6;
const footMm = 2.5;
const leadGapMm = 3;
const leastLeadMm = 14;
/** A drawing higher than this would not stand on a page under its caption; a lead that alone is higher has its own. */
const tallestMm = 240;
/** Space of one sample, from which two extremes of several stand for them. */
const finestMm = 0.04;

type Lane = {
  readonly signal: StripSignal;
  readonly top: number;
  readonly height: number;
  readonly high: number;
};

function extremes(values: Float32Array, from: number, to: number): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let i = Math.max(0, from); i < Math.min(values.length, to); i++) {
    const value = values[i] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? { low: -500, high: 500 } : { low: Math.min(low, 0), high: Math.max(high, 1000) };
}

/** The leads of one stretch, in as many drawings as the height of a page asks for. */
function drawingsOf({ signals, first_sample }: DrawnStrip, from: number, to: number): Lane[][] {
  const drawings: Lane[][] = [];
  let top = Infinity;
  for (const signal of signals) {
    const { low, high } = extremes(signal.values, from - first_sample, to - first_sample);
    const height = Math.max(leastLeadMm, Math.ceil((high - low) * mmPerUv)) + leadGapMm;
    if (top + height + footMm > tallestMm) {
      drawings.push([]);
      top = labelsMm;
    }
    drawings.at(-1)?.push({ signal, top, height, high });
    top += height;
  }
  return drawings;
}

type Row = {
  readonly drawn: DrawnStrip;
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly Lane[];
  readonly height: number;
};

const xOf = ({ drawn, from }: Row, sample: number): number =>
  traceFromMm + ((sample - from) / drawn.sampling_hz) * mmPerSecond;

function grid(height: number): string[] {
  const lines = (every: number, most: number, draw: (at: number) => string): string =>
    Array.from({ length: Math.floor(most / every) + 1 }, (_, i) => draw(i * every)).join('');
  const net = (every: number): string =>
    lines(every, paperMm, (x) => `M${String(x)} 0V${mm(height)}`) +
    lines(every, height, (y) => `M0 ${String(y)}H${String(paperMm)}`);
  return [
    svgRect(0, 0, paperMm, height, paper.ground),
    svgPath(net(1), paper.grid_small, 0.08),
    svgPath(net(5), paper.grid_large, 0.12),
  ];
}

/** The places that are drawn: each sample, or of dense ones the two extremes of each step in their order. */
function* drawnSamples(values: Float32Array, from: number, to: number, step: number): Generator<number> {
  if (step === 1) {
    for (let i = from; i < to; i++) yield i;
    return;
  }
  for (let at = from; at < to; at += step) {
    let low = at;
    let high = at;
    for (let i = at; i < Math.min(to, at + step); i++) {
      if ((values[i] ?? 0) < (values[low] ?? 0)) low = i;
      if ((values[i] ?? 0) > (values[high] ?? 0)) high = i;
    }
    yield Math.min(low, high);
    if (low !== high) yield Math.max(low, high);
  }
}

function tracePath(row: Row, { signal, top, high }: Lane, from: number, to: number): string {
  const { first_sample, sampling_hz } = row.drawn;
  const { values } = signal;
  const step = Math.max(1, Math.floor((2 * finestMm * sampling_hz) / mmPerSecond));
  const parts: string[] = [];
  let isDown = false;
  const last = Math.min(values.length, to - first_sample);
  for (const i of drawnSamples(values, Math.max(0, from - first_sample), last, step)) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) {
      isDown = false;
      continue;
    }
    const y = top + leadGapMm / 2 + (high - value) * mmPerUv;
    parts.push(`${isDown ? 'L' : 'M'}${mm(xOf(row, i + first_sample))} ${mm(y)}`);
    isDown = true;
  }
  return parts.join('');
}

/** A beat that is not normal in its colour, from before its QRS to after it. */
function colouredBeats(row: Row): string[] {
  const { sampling_hz: hz, strip } = row.drawn;
  return strip.beats.flatMap(({ sample, label }, i) => {
    if (label === 'N' || sample < row.from || sample >= row.to) return [];
    const next = strip.beats[i + 1]?.sample ?? Infinity;
    const until = Math.min(row.to, sample + 0.35 * hz, next - 0.1 * hz);
    const since = Math.max(row.from, Math.round(sample - 0.12 * hz));
    return row.lanes.map((lane) =>
      svgPath(tracePath(row, lane, since, Math.round(until)), paper.beats[label], 0.28),
    );
  });
}

function beatLabels(row: Row): string[] {
  const { beats } = row.drawn.strip;
  const y = 4;
  return beats.flatMap(({ sample, label, rr_ms }, i) => {
    if (sample < row.from || sample >= row.to) return [];
    const x = xOf(row, sample);
    const fill = paper.beats[label];
    const marked = label !== 'N' && label !== 'Q';
    const letter = svgText(x, y, label === 'Q' ? '?' : label, {
      size: 2.6,
      fill: marked ? '#FFFFFF' : fill,
      anchor: 'middle',
      ...(marked && { weight: 'bold' }),
    });
    const box = marked
      ? `<rect x="${mm(x - 1.7)}" y="1.40" width="3.40" height="3.40" rx="0.7" fill="${fill}"/>`
      : '';
    const before = beats[i - 1]?.sample ?? -Infinity;
    const left = xOf(row, before);
    const interval =
      rr_ms !== null && before >= row.from && x - left > 9
        ? svgText((x + left) / 2, y, String(rr_ms), { size: 2.5, fill: '#6D5148', anchor: 'middle' })
        : '';
    return [box + letter + interval];
  });
}

function episodeLines(row: Row): string[] {
  return row.drawn.strip.episodes.flatMap(({ kind, start_sample, end_sample }) => {
    const from = Math.max(start_sample, row.from);
    const to = Math.min(end_sample, row.to);
    const isLong = to > from;
    const colour = kind === 'af' || kind === 'afl' ? paper.af : paper.other;
    const y = row.height - 0.8;
    return isLong ? [svgPath(`M${mm(xOf(row, from))} ${mm(y)}H${mm(xOf(row, to))}`, colour, 0.8)] : [];
  });
}

function pulseAndName(lane: Lane, isNamed: boolean): string[] {
  const zero = lane.top + leadGapMm / 2 + lane.high * mmPerUv;
  const pulse = `M1.5 ${mm(zero)}H2.5V${mm(zero - 10)}H7.5V${mm(zero)}H8.5`;
  const name = svgText(1.5, lane.top + 1, lane.signal.label, { size: 2.6, fill: paper.ink, weight: 'bold' });
  return [svgPath(pulse, paper.trace, 0.2), ...(isNamed ? [name] : [])];
}

function drawRow(row: Row): StripRow {
  const isNamed = row.drawn.signals.length > 1;
  const svg = svgOf(paperMm, row.height, [
    ...grid(row.height),
    ...row.lanes.flatMap((lane) => pulseAndName(lane, isNamed)),
    ...row.lanes.map((lane) => svgPath(tracePath(row, lane, row.from, row.to), paper.trace, 0.22)),
    ...colouredBeats(row),
    ...beatLabels(row),
    ...episodeLines(row),
  ]);
  return { svg, height_mm: row.height };
}

export function drawStrip(drawn: DrawnStrip): StripRow[] {
  const { strip, sampling_hz } = drawn;
  const length = Math.round(rowSeconds * sampling_hz);
  const end = Math.min(strip.end_sample, strip.start_sample + mostRows * length);
  const rows: StripRow[] = [];
  for (let from = strip.start_sample; from < end; from += length) {
    const to = Math.min(end, from + length);
    for (const lanes of drawingsOf(drawn, from, to)) {
      const height = lanes.reduce((sum, lane) => sum + lane.height, labelsMm) + footMm;
      rows.push(drawRow({ drawn, from, to, lanes, height }));
    }
  }
  return rows;
}

/**
 * Draws a strip on paper at its true scale: 25 mm per second and 10 mm per millivolt unless the reader chose another. A
 * strip that is longer than the paper is wide continues in the next row. Each row is a drawing of its own, so that a
 * page may break between rows. Leads that are together higher than a page are split into several drawings.
 *
 * Invariants: the position of a sample depends on its number alone; stretches without signal are never bridged; nothing
 * is cut off, because a row is as high as its trace.
 */
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import { paper } from './paper-colours.ts';
import { type DrawnStrip, type Lane, mmPerUv, type Row, rowsOfStrip, xOf, yOf } from './strip-layout.ts';
import { drawMarks, type RowText } from './strip-marks.ts';
import { mm, svgOf, svgPath, svgRect, svgText } from './svg-text.ts';

export type StripRow = {
  readonly svg: string;
  readonly width_mm: number;
  readonly height_mm: number;
  readonly texts: readonly RowText[];
};

/** Smallest distance between samples; denser samples are replaced by the two extremes of several. */
const finestMm = 0.04;

function grid({ width, height }: Row): string[] {
  const lines = (every: number, most: number, draw: (at: number) => string): string =>
    Array.from({ length: Math.floor(most / every) + 1 }, (_, i) => draw(i * every)).join('');
  const net = (every: number): string =>
    lines(every, width, (x) => `M${String(x)} 0V${mm(height)}`) +
    lines(every, height, (y) => `M0 ${String(y)}H${String(width)}`);
  return [
    svgRect(0, 0, width, height, paper.ground),
    svgPath(net(1), paper.grid_small, 0.08),
    svgPath(net(5), paper.grid_large, 0.12),
  ];
}

/** Yields the samples that are drawn: each one, or for dense samples the two extremes of each step in their order. */
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

function tracePath(row: Row, lane: Lane, from: number, to: number): string {
  const { first_sample, sampling_hz, strip } = row.drawn;
  const { values } = lane.signal;
  const step = Math.max(1, Math.floor((2 * finestMm * sampling_hz) / strip.scale.mm_per_s));
  const parts: string[] = [];
  let isDown = false;
  const last = Math.min(values.length, to - first_sample);
  for (const i of drawnSamples(values, Math.max(0, from - first_sample), last, step)) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) {
      isDown = false;
      continue;
    }
    parts.push(`${isDown ? 'L' : 'M'}${mm(xOf(row, i + first_sample))} ${mm(yOf(row, lane, value))}`);
    isDown = true;
  }
  return parts.join('');
}

/** Draws a beat that is not normal in its colour, from before its QRS to after it. */
function colouredBeats(row: Row): string[] {
  const { sampling_hz: hz, strip } = row.drawn;
  return strip.beats.flatMap(({ sample, label }, i) => {
    if (label === 'N' || sample < row.from || sample >= row.to) return [];
    const next = strip.beats[i + 1]?.sample ?? Infinity;
    const until = Math.round(Math.min(sample + 0.35 * hz, next - 0.1 * hz));
    const since = Math.round(sample - 0.12 * hz);
    return row.lanes.map((lane) => {
      const path = tracePath(row, lane, Math.max(lane.from, since), Math.min(lane.to, until));
      return svgPath(path, paper.beats[label], 0.28);
    });
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

/** Draws the paper paler outside the selected stretch. */
function beyondStrip(row: Row): string[] {
  const { start_sample, end_sample } = row.drawn.strip;
  const pale = (from: number, to: number): string[] => {
    const [first, last] = [Math.max(from, row.from), Math.min(to, row.to)];
    if (last <= first) return [];
    const x = first === row.from ? 0 : xOf(row, first);
    return [svgRect(x, 0, xOf(row, last) - x, row.height, paper.pale)];
  };
  return [...pale(row.from, start_sample), ...pale(end_sample, row.to)];
}

/**
 * Draws the calibration pulse of a millivolt before the row and the name over each lead, after a mark where its window
 * begins.
 */
function pulseAndName(row: Row, lane: Lane, isNamed: boolean): string[] {
  const zero = yOf(row, lane, 0);
  const isFirst = lane.from === row.from;
  const millivolt = 1000 * mmPerUv(row.drawn);
  const pulse = isFirst ? `M1.5 ${mm(zero)}H2.5V${mm(zero - millivolt)}H7.5V${mm(zero)}H8.5` : '';
  const x = xOf(row, lane.from);
  const begin = isFirst ? '' : `M${mm(x)} ${mm(zero - 3)}V${mm(zero + 3)}`;
  const style = { size: 2.6, fill: paper.ink, weight: 'bold' } as const;
  const name = svgText(isFirst ? 1.5 : x + 1, lane.top + 1, lane.signal.label, style);
  return [svgPath(pulse, paper.trace, 0.2), svgPath(begin, paper.trace, 0.25), ...(isNamed ? [name] : [])];
}

function drawRow(row: Row, said: (mark: StripMark) => string): StripRow {
  const isNamed = row.drawn.signals.length > 1;
  const marks = drawMarks(row, said);
  const svg = svgOf(row.width, row.height, [
    ...grid(row),
    ...beyondStrip(row),
    ...row.lanes.flatMap((lane) => pulseAndName(row, lane, isNamed)),
    ...row.lanes.map((lane) => svgPath(tracePath(row, lane, lane.from, lane.to), paper.trace, 0.22)),
    ...colouredBeats(row),
    ...beatLabels(row),
    ...episodeLines(row),
    ...marks.svg,
  ]);
  return { svg, width_mm: row.width, height_mm: row.height, texts: marks.texts };
}

/** Draws the rows of a strip. `said` returns the text of a mark in the report's language. */
export function drawStrip(drawn: DrawnStrip, said: (mark: StripMark) => string): StripRow[] {
  return rowsOfStrip(drawn).map((row) => drawRow(row, said));
}

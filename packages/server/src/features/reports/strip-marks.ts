/**
 * Draws the marks of a user on a printed strip. Lines are part of the drawing; texts and figures are placed beside it,
 * and the page sets them in its own fonts. So they can be searched, and their characters are never interpreted as
 * markup.
 *
 * A mark is drawn on its own lead. If that lead has its quarter of the sheet at another time, the mark is drawn on the
 * lead over the whole width, with the name of its own lead before its text. Invariant: every mark whose position is on
 * the row has its text there.
 */
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import { paper } from './paper-colours.ts';
import {
  caliperMm,
  type DrawnStrip,
  footMm,
  labelsMm,
  type Lane,
  type Row,
  xOf,
  yOf,
} from './strip-layout.ts';
import { mm, svgPath } from './svg-text.ts';

type Caliper = Extract<StripMark, { of: 'caliper' }>;
export type MeasuredCaliper = {
  readonly ms: number;
  /** Null for an interval of zero. */
  readonly bpm: number | null;
  /** Voltage of the second position minus the first, before any filter; null if either has no signal. */
  readonly mv: number | null;
};

/** Text beside a drawing, in millimetres from its top left. */
export type RowText = {
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
  readonly x_mm: number;
  readonly y_mm: number;
  readonly width_mm: number;
};
type Drawn = { readonly svg: readonly string[]; readonly texts: readonly RowText[] };
type Said = (mark: StripMark) => string;

const lineMm = 0.35;
const textMm = 3.4;
const widestMm = 100;
/** Within this distance of the right edge, text is placed to the left of its position. */
const edgeMm = 30;

export function measuredCaliper(
  { sampling_hz, first_sample, signals }: DrawnStrip,
  mark: Caliper,
): MeasuredCaliper {
  const { lead, sample, to_sample } = mark;
  const ms = (Math.abs(to_sample - sample) * 1000) / sampling_hz;
  const raw = signals[lead]?.raw;
  const [a = Number.NaN, b = Number.NaN] = [raw?.[sample - first_sample], raw?.[to_sample - first_sample]];
  const uv = b - a;
  return { ms, bpm: ms > 0 ? 60_000 / ms : null, mv: Number.isNaN(uv) ? null : uv / 1000 };
}

/** Returns the lane that shows a lead at a sample. `own` is true if it is the lane of the lead itself. */
function laneAt({ lanes, from, to }: Row, lead: number, sample: number): { lane: Lane; own: boolean } | null {
  const own = lanes.find((one) => one.lead === lead && sample >= one.from && sample < one.to);
  if (own !== undefined) return { lane: own, own: true };
  const whole = lanes.find((one) => one.from === from && one.to === to && sample >= from && sample < to);
  const isElsewhere = lanes.some((one) => one.lead === lead);
  return whole !== undefined && isElsewhere ? { lane: whole, own: false } : null;
}

/** Estimates the width of a text in millimetres: East Asian characters are about twice as wide as others. */
const lengthOf = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (sign > '\u2E7F' ? 2.6 : 1.5), 2);

/** Places a text; `y` is the middle of its first line. */
function textAt({ width, height }: Row, x: number, y: number, text: string, middle: boolean): RowText[] {
  if (text === '') return [];
  const room = Math.min(x, width - x) * 2;
  const align = middle && room > lengthOf(text) ? 'center' : x > width - edgeMm ? 'right' : 'left';
  const wide = align === 'center' ? room : Math.min(widestMm, align === 'left' ? width - x : x);
  const lines = Math.ceil(lengthOf(text) / Math.max(1, wide));
  const top = Math.max(labelsMm - 1, Math.min(y - textMm / 2, height - lines * textMm));
  const from = align === 'center' ? x - room / 2 : align === 'left' ? x : x - wide;
  return [{ text, align, x_mm: from, y_mm: top, width_mm: wide }];
}

function within({ top, height }: Lane, y: number): number {
  return Math.max(top, Math.min(top + height, y));
}

function head(x: number, y: number, fromX: number, fromY: number): string {
  const angle = Math.atan2(y - fromY, x - fromX);
  const wing = (turn: number): string =>
    `${mm(x - 2 * Math.cos(angle + turn))} ${mm(y - 2 * Math.sin(angle + turn))}`;
  return `M${wing(0.45)}L${mm(x)} ${mm(y)}L${wing(-0.45)}`;
}

function arrow(row: Row, mark: Extract<StripMark, { of: 'arrow' }>, said: string): Drawn | null {
  const found = laneAt(row, mark.lead, mark.to_sample);
  if (found === null) return null;
  const { lane } = found;
  const tail = Math.max(row.from, Math.min(row.to, mark.sample));
  const [x, y] = [xOf(row, mark.to_sample), within(lane, yOf(row, lane, mark.to_uv))];
  const [fromX, fromY] = [xOf(row, tail), within(lane, yOf(row, lane, mark.uv))];
  const line = `M${mm(fromX)} ${mm(fromY)}L${mm(x)} ${mm(y)}${head(x, y, fromX, fromY)}`;
  const above = y >= fromY;
  const texts = textAt(row, fromX, fromY + (above ? -textMm / 2 : textMm / 2), said, true);
  return { svg: [svgPath(line, paper.primary, lineMm)], texts };
}

/** Draws the part of a caliper on this row; its figures are placed where the caliper begins. */
function caliper(row: Row, mark: Caliper, said: string, place: number): Drawn | null {
  const [a, b] = [Math.min(mark.sample, mark.to_sample), Math.max(mark.sample, mark.to_sample)];
  if (b < row.from || a >= row.to) return null;
  const [from, to] = [Math.max(a, row.from), Math.min(b, row.to - 1)];
  const found = laneAt(row, mark.lead, from);
  if (found === null) return null;
  const { top, height } = found.lane;
  const y = top + caliperMm / 2 + ((place * caliperMm) % Math.max(1, height - caliperMm));
  const [x1, x2] = [xOf(row, from), xOf(row, to)];
  const post = (x: number): string => `M${mm(x)} ${mm(top)}V${mm(top + height - footMm / 2)}`;
  const posts = [...(a >= row.from ? [post(x1)] : []), ...(b < row.to ? [post(x2)] : [])];
  const line = `M${mm(x1)} ${mm(y)}H${mm(x2)}`;
  return {
    svg: [svgPath(posts.join(''), paper.primary, 0.25), svgPath(line, paper.primary, lineMm)],
    texts: a >= row.from ? textAt(row, (x1 + x2) / 2, y, said, true) : [],
  };
}

function words(row: Row, mark: Extract<StripMark, { of: 'text' }>, said: string): Drawn | null {
  const found = laneAt(row, mark.lead, mark.sample);
  if (found === null) return null;
  const y = within(found.lane, yOf(row, found.lane, mark.uv));
  return { svg: [], texts: textAt(row, xOf(row, mark.sample), y, said, false) };
}

export function drawMarks(row: Row, said: Said): Drawn {
  const calipers = new Map<number, number>();
  const drawn = row.drawn.strip.marks.flatMap((mark) => {
    const at = mark.of === 'arrow' ? mark.to_sample : mark.sample;
    const isOwn = laneAt(row, mark.lead, Math.max(row.from, at))?.own ?? true;
    const label = row.drawn.signals[mark.lead]?.label ?? '';
    const text = isOwn ? said(mark) : `${label}: ${said(mark)}`;
    if (mark.of === 'arrow') return arrow(row, mark, text) ?? [];
    if (mark.of === 'text') return words(row, mark, text) ?? [];
    const place = calipers.get(mark.lead) ?? 0;
    const one = caliper(row, mark, text, place);
    if (one !== null) calipers.set(mark.lead, place + 1);
    return one ?? [];
  });
  return { svg: drawn.flatMap(({ svg }) => svg), texts: drawn.flatMap(({ texts }) => texts) };
}

/**
 * Stores the beats of a recording during analysis, as growing columns of a few bytes per beat, so that 1.5 million
 * beats of a 14-day recording stay far below 100 MB.
 */
export interface BeatColumns {
  count: number;
  /** Position of the R peak in working-rate samples. */
  peak: Float64Array;
  lead: Uint8Array;
  /** Detector's log-odds × 16. */
  odds: Int8Array;
  template: Uint16Array;
  /** In working-rate samples (4 ms). */
  onset: Uint8Array;
  offset: Uint8Array;
  /** 1 if the beat starts with a pacing spike. */
  spike: Uint8Array;
  /** Correlations × 100 and logarithms × 32, clamped. */
  shape: Int8Array;
  /**
   * The same beat on the most certain other lead: that lead, or `noLead` if none shows it; width in working-rate
   * samples.
   */
  other_lead: Uint8Array;
  other_width: Uint8Array;
  other_shape: Int8Array;
}
export const noLead = 255;
/** Shape values of a beat, in the order of `shapeNames`. */
const shapeNames = [
  'qrs like',
  'p like',
  't like',
  'before like',
  'size',
  'area',
  'p size',
  'fast',
  'slow',
  'own like',
  'p bend like',
  'p bend size',
] as const;
export const shapeWidth = shapeNames.length;

/** Allocates columns for `capacity` beats. Without `others`, the columns of the other lead stay empty. */
export function createBeatColumns(capacity = 4096, others = true): BeatColumns {
  const otherCapacity = others ? capacity : 0;
  return {
    count: 0,
    peak: new Float64Array(capacity),
    lead: new Uint8Array(capacity),
    odds: new Int8Array(capacity),
    template: new Uint16Array(capacity),
    onset: new Uint8Array(capacity),
    offset: new Uint8Array(capacity),
    spike: new Uint8Array(capacity),
    shape: new Int8Array(capacity * shapeWidth),
    other_lead: new Uint8Array(otherCapacity),
    other_width: new Uint8Array(otherCapacity),
    other_shape: new Int8Array(otherCapacity * shapeWidth),
  };
}

/** Adds a row, growing the columns if needed, and returns its index. */
export function addRow(columns: BeatColumns): number {
  const index = columns.count++;
  if (index < columns.peak.length) return index;
  const capacity = Math.ceil(1.25 * columns.peak.length) + 4096;
  const more = createBeatColumns(capacity, columns.other_lead.length > 0);
  columns.peak = grown(columns.peak, more.peak);
  columns.lead = grown(columns.lead, more.lead);
  columns.odds = grown(columns.odds, more.odds);
  columns.template = grown(columns.template, more.template);
  columns.onset = grown(columns.onset, more.onset);
  columns.offset = grown(columns.offset, more.offset);
  columns.spike = grown(columns.spike, more.spike);
  columns.shape = grown(columns.shape, more.shape);
  columns.other_lead = grown(columns.other_lead, more.other_lead);
  columns.other_width = grown(columns.other_width, more.other_width);
  columns.other_shape = grown(columns.other_shape, more.other_shape);
  return index;
}

/** Copies row `i` of `from`, without the values of the other lead. */
export function addRowOf(columns: BeatColumns, from: BeatColumns, i: number): number {
  const to = addRow(columns);
  columns.peak[to] = from.peak[i] ?? 0;
  columns.lead[to] = from.lead[i] ?? 0;
  columns.odds[to] = from.odds[i] ?? 0;
  columns.template[to] = from.template[i] ?? 0;
  columns.onset[to] = from.onset[i] ?? 0;
  columns.offset[to] = from.offset[i] ?? 0;
  columns.spike[to] = from.spike[i] ?? 0;
  copyShape(from.shape, i, columns.shape, to);
  return to;
}

export function copyShape(from: Int8Array, i: number, into: Int8Array, to: number): void {
  for (let k = 0; k < shapeWidth; k++) into[to * shapeWidth + k] = from[i * shapeWidth + k] ?? 0;
}

/** Removes rows; `dropped` is in ascending order. */
export function removeRows(columns: BeatColumns, dropped: readonly number[]): void {
  let to = dropped[0] ?? 0;
  let next = 0;
  for (let i = to; i < columns.count; i++) {
    if (dropped[next] === i) next++;
    else move(columns, i, to++);
  }
  columns.count = to;
}

function move(columns: BeatColumns, from: number, to: number): void {
  const { peak, lead, odds, template, onset, offset, spike, other_lead, other_width } = columns;
  for (const column of [peak, lead, odds, template, onset, offset, spike]) column[to] = column[from] ?? 0;
  copyShape(columns.shape, from, columns.shape, to);
  if (other_lead.length === 0) return;
  other_lead[to] = other_lead[from] ?? 0;
  other_width[to] = other_width[from] ?? 0;
  copyShape(columns.other_shape, from, columns.other_shape, to);
}

function grown<T extends Float64Array | Uint8Array | Int8Array | Uint16Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}

export const toByte = (value: number, scale: number): number =>
  Math.max(-127, Math.min(127, Math.round(value * scale)));

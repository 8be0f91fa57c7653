/**
 * Places the leads of a strip on paper. Up to the height of a page all leads are drawn one below the other over the
 * whole row. The standard twelve leads are arranged as electrocardiographs print them: three rows of four, each lead
 * over a quarter of the sheet, with time continuing from column to column, and lead II over the whole width below. Such
 * a sheet is landscape, so that ten seconds fit at 25 mm/s.
 *
 * Invariants: every lead of the recording is on the paper; the height of a lead is that of its trace, so nothing is cut
 * off.
 */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';

type StripSignal = {
  readonly label: string;
  /** Microvolts from `first_sample` on, filtered for display; NaN where there is no signal. */
  readonly values: Float32Array;
  /** The same before the filter; voltages are measured in it. */
  readonly raw: Float32Array;
};
export type DrawnStrip = {
  readonly strip: ReportFigures['strips'][number];
  readonly sampling_hz: number;
  readonly first_sample: number;
  readonly signals: readonly StripSignal[];
};

/** One lead in its own stretch of a row. */
export type Lane = {
  readonly lead: number;
  readonly signal: StripSignal;
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly height: number;
  /** Microvolts at the top of the trace. */
  readonly high: number;
};
export type Row = {
  readonly drawn: DrawnStrip;
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly Lane[];
  readonly width: number;
  readonly height: number;
};
type Window = { readonly lead: number; readonly from: number; readonly to: number };
type Form = {
  /** Millimetres, including the calibration pulse. */
  readonly width: number;
  /**
   * Largest height at which a drawing fits on a page with its caption. A single lead that is higher gets its own
   * drawing.
   */
  readonly tallest: number;
  /** Longer strips are drawn up to this number of rows. */
  readonly mostRows: number;
  /** Returns the leads side by side, by rows, for a stretch of the recording. */
  readonly rows: (from: number, to: number) => readonly (readonly Window[])[];
};

/** The calibration pulse is drawn before the trace: 1 mV, 5 mm wide. */
const traceFromMm = 10;
export const labelsMm = 6;
export const footMm = 2.5;
const leadGapMm = 3;
const leastLeadMm = 14;
/** Space that a row leaves for drawings beyond the trace, in microvolts. */
const markReach = 1500;
/** Space above a trace for the text of one caliper. */
export const caliperMm = 4;

const sheet = [
  ['I', 'AVR', 'V1', 'V4'],
  ['II', 'AVL', 'V2', 'V5'],
  ['III', 'AVF', 'V3', 'V6'],
] as const;
const rhythmLead = 'II';

/** Returns the index of each of the standard twelve leads; null if the leads are others. */
function standardLeads(labels: readonly string[]): ((name: string) => number) | null {
  const names = labels.map((label) => label.trim().toUpperCase());
  const isStandard = names.length === 12 && sheet.flat().every((name) => names.includes(name));
  return isStandard ? (name) => names.indexOf(name) : null;
}

/** True for leads that are printed on landscape pages. */
export const isSheet = (labels: readonly string[]): boolean => standardLeads(labels) !== null;

/** Returns the leads in reading order on paper, column by column. */
export function readOrder(labels: readonly string[]): string[] {
  const at = standardLeads(labels);
  if (at === null) return [...labels];
  return [0, 1, 2, 3].flatMap((column) =>
    sheet.map((row) => labels[at(row[column] ?? rhythmLead)]?.trim() ?? ''),
  );
}

function formOf(labels: readonly string[]): Form {
  const at = standardLeads(labels);
  if (at === null) {
    const rows: Form['rows'] = (from, to) => labels.map((_, lead) => [{ lead, from, to }]);
    return { width: 180, tallest: 240, mostRows: 20, rows };
  }
  const rows: Form['rows'] = (from, to) => {
    const edge = (column: number): number => from + Math.round((column * (to - from)) / 4);
    const columns = sheet.map((names) =>
      names.map((name, i) => ({ lead: at(name), from: edge(i), to: edge(i + 1) })),
    );
    return [...columns, [{ lead: at(rhythmLead), from, to }]];
  };
  return { width: 260, tallest: 152, mostRows: 6, rows };
}

type Placed = Pick<DrawnStrip, 'strip' | 'sampling_hz'>;
export type RowStretch = { readonly from: number; readonly to: number };

/**
 * Returns the stretches that a strip's rows show. A sheet of twelve leads is always complete: a shorter strip is
 * centred in it, with the surrounding signal of the recording.
 */
export function stretchesOf({ strip, sampling_hz }: Placed, labels: readonly string[]): RowStretch[] {
  const { width, mostRows } = formOf(labels);
  const { start_sample: start, end_sample, scale } = strip;
  const length = Math.round(((width - traceFromMm) / scale.mm_per_s) * sampling_hz);
  const isWhole = isSheet(labels);
  if (isWhole && end_sample - start <= length) {
    const from = Math.round((start + end_sample - length) / 2);
    return [{ from, to: from + length }];
  }
  const end = Math.min(end_sample, start + mostRows * length);
  const count = Math.max(1, Math.ceil((end - start) / length));
  return Array.from({ length: count }, (_, i) => {
    const from = start + i * length;
    return { from, to: isWhole ? from + length : Math.min(end, from + length) };
  });
}

export const mmPerUv = ({ strip }: Pick<DrawnStrip, 'strip'>): number => strip.scale.mm_per_mv / 1000;

type Reach = { readonly low: number; readonly high: number };

function reachOf({ strip, signals, first_sample }: DrawnStrip, { lead, from, to }: Window): Reach {
  const values = signals[lead]?.values ?? new Float32Array();
  let low = Infinity;
  let high = -Infinity;
  for (let i = Math.max(0, from - first_sample); i < Math.min(values.length, to - first_sample); i++) {
    const value = values[i] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const trace = low > high ? { low: -500, high: 500 } : { low: Math.min(low, 0), high: Math.max(high, 1000) };
  const heights = strip.marks.flatMap((mark) => {
    if (mark.lead !== lead || mark.of === 'caliper') return [];
    if (mark.sample < from || mark.sample >= to) return [];
    return mark.of === 'arrow' ? [mark.uv, mark.to_uv] : [mark.uv];
  });
  const isMeasured = ({ of, lead: on, sample }: StripMark): boolean =>
    of === 'caliper' && on === lead && sample >= from && sample < to;
  const room = (strip.marks.filter(isMeasured).length * caliperMm) / mmPerUv({ strip });
  return {
    low: Math.max(trace.low - markReach, Math.min(trace.low, ...heights)),
    high: Math.min(trace.high + markReach, Math.max(trace.high, ...heights)) + room,
  };
}

/** Returns millimetres from the left edge of the drawing. */
export const xOf = ({ drawn, from }: Row, sample: number): number =>
  traceFromMm + ((sample - from) / drawn.sampling_hz) * drawn.strip.scale.mm_per_s;

export const yOf = ({ drawn }: Row, { top, high }: Lane, uv: number): number =>
  top + leadGapMm / 2 + (high - uv) * mmPerUv(drawn);

/** Distributes the leads of one stretch over as many drawings as the height of a page requires. */
function drawingsOf(drawn: DrawnStrip, { from, to }: RowStretch, form: Form): Lane[][] {
  const drawings: Lane[][] = [];
  let top = Infinity;
  for (const windows of form.rows(from, to)) {
    const reaches = windows.map((window) => reachOf(drawn, window));
    const high = Math.max(...reaches.map((one) => one.high));
    const low = Math.min(...reaches.map((one) => one.low));
    const height = Math.max(leastLeadMm, Math.ceil((high - low) * mmPerUv(drawn))) + leadGapMm;
    if (top + height + footMm > form.tallest) {
      drawings.push([]);
      top = labelsMm;
    }
    for (const window of windows) {
      const signal = drawn.signals[window.lead];
      if (signal !== undefined) drawings.at(-1)?.push({ ...window, signal, top, height, high });
    }
    top += height;
  }
  return drawings;
}

export function rowsOfStrip(drawn: DrawnStrip): Row[] {
  const labels = drawn.signals.map(({ label }) => label);
  const form = formOf(labels);
  return stretchesOf(drawn, labels).flatMap((stretch) =>
    drawingsOf(drawn, stretch, form).map((lanes) => {
      const foot = Math.max(...lanes.map(({ top, height }) => top + height));
      return { drawn, ...stretch, lanes, width: form.width, height: foot + footMm };
    }),
  );
}

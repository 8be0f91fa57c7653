/**
 * Which leads of a strip stand where on paper. Up to a page's height all leads stand below one another over the whole
 * row. The standard twelve stand as every electrocardiograph prints them: three rows of four, each lead over a quarter
 * of the sheet, time running on from column to column, and lead II over the whole width below; a sheet lies across, so
 * that ten seconds find room at 25 mm/s.
 *
 * Laws: every lead of the recording stands on the paper; a lead's height is that of its trace, nothing is cut off.
 */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';

type StripSignal = {
  readonly label: string;
  /** Microvolts from `first_sample` on, filtered for the eye; NaN where there is no signal. */
  readonly values: Float32Array;
  /** The same before the filter, in which voltages are measured. */
  readonly raw: Float32Array;
};
export type DrawnStrip = {
  readonly strip: ReportFigures['strips'][number];
  readonly sampling_hz: number;
  readonly first_sample: number;
  readonly signals: readonly StripSignal[];
};

/** One lead over its own stretch of a row. */
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
  /** Millimetres, with the calibration pulse. */
  readonly width: number;
  /** Higher than this a drawing would not stand on a page under its caption; a lead that alone is higher has its own. */
  readonly tallest: number;
  /** What is longer is drawn up to here. */
  readonly mostRows: number;
  /** Leads that stand side by side, by rows, in a stretch of the recording. */
  readonly rows: (from: number, to: number) => readonly (readonly Window[])[];
};

/** The calibration pulse stands before the trace: a millivolt, 5 mm. */
const traceFromMm = 10;
export const labelsMm = 6;
export const footMm = 2.5;
const leadGapMm = 3;
const leastLeadMm = 14;
/** So far beyond the trace a row has room for what was drawn there, in microvolts. */
const markReach = 1500;
/** Of the paper above a trace, for what one caliper says. */
export const caliperMm = 4;

const sheet = [
  ['I', 'AVR', 'V1', 'V4'],
  ['II', 'AVL', 'V2', 'V5'],
  ['III', 'AVF', 'V3', 'V6'],
] as const;
const rhythmLead = 'II';

/** Where each of the standard twelve is recorded; null where the leads are others. */
function standardLeads(labels: readonly string[]): ((name: string) => number) | null {
  const names = labels.map((label) => label.trim().toUpperCase());
  const isStandard = names.length === 12 && sheet.flat().every((name) => names.includes(name));
  return isStandard ? (name) => names.indexOf(name) : null;
}

/** Pages that lie across. */
export const isSheet = (labels: readonly string[]): boolean => standardLeads(labels) !== null;

/** The leads as they are read on paper, column by column. */
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
export type Stretch = { readonly from: number; readonly to: number };

/**
 * The stretches that a strip's rows show. A sheet of twelve leads is always whole: a shorter strip stands in the middle
 * of it, with what the recording has around.
 */
export function stretchesOf({ strip, sampling_hz }: Placed, labels: readonly string[]): Stretch[] {
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

/** Millimetres from the left edge of the drawing. */
export const xOf = ({ drawn, from }: Row, sample: number): number =>
  traceFromMm + ((sample - from) / drawn.sampling_hz) * drawn.strip.scale.mm_per_s;

export const yOf = ({ drawn }: Row, { top, high }: Lane, uv: number): number =>
  top + leadGapMm / 2 + (high - uv) * mmPerUv(drawn);

/** The leads of one stretch, in as many drawings as the height of a page asks for. */
function drawingsOf(drawn: DrawnStrip, { from, to }: Stretch, form: Form): Lane[][] {
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

export function rowsOf(drawn: DrawnStrip): Row[] {
  const labels = drawn.signals.map(({ label }) => label);
  const form = formOf(labels);
  return stretchesOf(drawn, labels).flatMap((stretch) =>
    drawingsOf(drawn, stretch, form).map((lanes) => {
      const foot = Math.max(...lanes.map(({ top, height }) => top + height));
      return { drawn, ...stretch, lanes, width: form.width, height: foot + footMm };
    }),
  );
}

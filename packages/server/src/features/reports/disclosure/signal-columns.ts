/**
 * Converts the signal of one lead to the lines of a full disclosure: the lowest and the highest value of each column,
 * and which came first. The signal is passed in pieces of any length; only the current line is kept in memory.
 *
 * A first-order high-pass of 0.5 Hz removes baseline wander. It starts again after a gap.
 */
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { type TraceLead } from '@rhythmdesk/ecg/formats/trace-data';

export const columnsALine = 1250;

export type SignalLine = {
  /** Microvolts; NaN in a column without signal. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** 1 if the highest value came first. */
  readonly falls: Uint8Array;
};

export type ColumnPlan = {
  readonly sampling_hz: number;
  readonly line_ms: number;
  /** Offset of the recording's first sample in the first line. */
  readonly offset_ms: number;
  readonly leads: readonly Pick<TraceLead, 'gain_uv_per_lsb' | 'zero_lsb'>[];
  readonly lead: number;
};

const emptyLine = (): SignalLine => ({
  low: new Float64Array(columnsALine).fill(Number.NaN),
  high: new Float64Array(columnsALine).fill(Number.NaN),
  falls: new Uint8Array(columnsALine),
});

const cornerHz = 0.5;

/** Converts a sample to a column of the whole recording. */
export const columnPerSample = ({
  sampling_hz,
  line_ms,
}: Pick<ColumnPlan, 'sampling_hz' | 'line_ms'>): number => (1000 * columnsALine) / (line_ms * sampling_hz);

type Span = { low: number; high: number; falls: number };
type LeadSource = {
  readonly gain: number;
  readonly zero: number;
  readonly step: number;
  readonly weight: number;
};

/** Returns the extremes of one lead in words `from` to before `to`, minus the slow mean that it tracks. */
function createExtremes({ gain, zero, step, weight }: LeadSource) {
  let mean = Number.NaN;
  const span: Span = { low: 0, high: 0, falls: 0 };
  return (words: Int16Array, from: number, to: number): Span => {
    let low = Infinity;
    let high = -Infinity;
    let lowAt = 0;
    let highAt = 0;
    for (let i = from; i < to; i += step) {
      const word = words[i] ?? NO_SIGNAL;
      if (word === NO_SIGNAL) {
        mean = Number.NaN;
        continue;
      }
      const value = (word - zero) * gain;
      mean = Number.isNaN(mean) ? value : mean + weight * (value - mean);
      const shown = value - mean;
      if (shown < low) {
        low = shown;
        lowAt = i;
      }
      if (shown > high) {
        high = shown;
        highAt = i;
      }
    }
    span.low = low;
    span.high = high;
    span.falls = highAt < lowAt ? 1 : 0;
    return span;
  };
}

/** A column may come in two pieces. A new extreme in the second piece came after those of the first. */
function putColumn(line: SignalLine, at: number, { low, high, falls }: Span): void {
  if (low > high) return;
  const isNew = Number.isNaN(line.low[at] ?? Number.NaN);
  const isLower = isNew || low < (line.low[at] ?? 0);
  const isHigher = isNew || high > (line.high[at] ?? 0);
  if (isLower) line.low[at] = low;
  if (isHigher) line.high[at] = high;
  if (isLower && isHigher) line.falls[at] = falls;
  else if (isLower || isHigher) line.falls[at] = isLower ? 1 : 0;
}

export function createColumns(plan: ColumnPlan) {
  const { sampling_hz, offset_ms, lead, leads } = plan;
  const { gain_uv_per_lsb: gain = 1, zero_lsb: zero = 0 } = leads[lead] ?? {};
  const perSample = columnPerSample(plan);
  const offset = (offset_ms / 1000) * sampling_hz;
  const weight = 1 - Math.exp((-2 * Math.PI * cornerHz) / sampling_hz);
  const extremes = createExtremes({ gain, zero, step: leads.length, weight });
  let sample = 0;
  let column = Math.floor(offset * perSample);
  let line = emptyLine();
  return {
    /** Returns the lines that end in this piece. */
    push: (words: Int16Array): SignalLine[] => {
      const done: SignalLine[] = [];
      const samples = words.length / leads.length;
      for (let at = 0; at < samples;) {
        const left = Math.ceil((column + 1) / perSample - offset) - sample;
        const until = Math.min(samples, at + Math.max(1, left));
        putColumn(
          line,
          column % columnsALine,
          extremes(words, at * leads.length + lead, until * leads.length),
        );
        sample += until - at;
        at = until;
        const next = Math.floor((sample + offset) * perSample + 1e-9);
        if (Math.floor(next / columnsALine) > Math.floor(column / columnsALine)) {
          done.push(line);
          line = emptyLine();
        }
        column = next;
      }
      return done;
    },
    /** The line that the recording ended in, or null if it ended at the end of a line. */
    rest: (): SignalLine | null => (column % columnsALine === 0 ? null : line),
  };
}

/**
 * The signal of one lead as lines of a full disclosure: of each column the lowest and the highest value, and which came
 * first. It is fed in pieces of any length and holds the line that it is at.
 *
 * Slow wander is taken away by a high-pass of 0.5 Hz of the first order, which a gap starts anew.
 */
import { NO_SIGNAL, type TraceLead } from '@rhythmdesk/ecg/formats/trace-data';

export const columnsALine = 1250;

export type SignalLine = {
  /** Microvolts; NaN in a column without signal. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** 1 where the highest came first. */
  readonly falls: Uint8Array;
};

export type ColumnPlan = {
  readonly sampling_hz: number;
  readonly line_ms: number;
  /** Of the recording's first sample in the first line. */
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

/** Where a sample stands, in columns of the whole recording. */
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

/** The extremes of words `from` to before `to` of one lead, less the slow mean that it carries along. */
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

/** A column may come in two pieces: what the second one widens came after what the first one held. */
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
    /** The lines that end in this piece. */
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
    /** The line that the recording ended in; null where it ended with one. */
    rest: (): SignalLine | null => (column % columnsALine === 0 ? null : line),
  };
}

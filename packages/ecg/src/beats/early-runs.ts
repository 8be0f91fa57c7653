/**
 * Beats in a row that come early against the held interval. How a run begins and ends tells a supraventricular run
 * (sudden, its P wave unlike the normal one) from a heart that goes faster by itself (little by little, the P wave
 * the same).
 */
import { logRatio } from './interval-context.ts';
import type { IntervalContext } from './interval-context.ts';
import { medianOfFirst } from './small-median.ts';

export const runFeatureNames = [
  'run so far',
  'run',
  'run onset',
  'run end',
  'run edge',
  'run p',
  'run before like',
  'run first p',
] as const;

interface EarlyRun {
  readonly start: number;
  readonly end: number;
  /** Logarithm of the first interval over those before the run, and of the last over those after it. */
  readonly onset: number;
  readonly finish: number;
  /** Means over its beats, and of its first beat. */
  readonly p: number;
  readonly before: number;
  readonly first_p: number;
}
export interface EarlyRuns {
  readonly runs: readonly EarlyRun[];
  /** Index into `runs`, −1 outside. */
  readonly of: Int32Array;
}

const earlyBar = -0.12;
const edge = 4;

const part = new Float32Array(edge);

/** Of at most `edge` values. */
function medianOf(values: Float32Array, from: number, until: number): number {
  let count = 0;
  for (let i = Math.max(0, from); i < Math.min(values.length, until); i++) part[count++] = values[i] ?? 0;
  return count === 0 ? 0.8 : medianOfFirst(part, count);
}

const meanOf = (values: Float32Array, from: number, until: number): number => {
  let sum = 0;
  for (let i = from; i < until; i++) sum += values[i] ?? 0;
  return sum / Math.max(1, until - from);
};

/** `p` and `before` are each beat's likeness to the normal P wave and to what leads up to the normal beat. */
export function findEarlyRuns(context: IntervalContext, p: Float32Array, before: Float32Array): EarlyRuns {
  const { rr, held } = context;
  const n = rr.length;
  const of = new Int32Array(n).fill(-1);
  const runs: EarlyRun[] = [];
  const early = (i: number): boolean => i < n && logRatio(rr[i] ?? 0, held[i] ?? 1) < earlyBar;
  for (let start = 1; start < n; start++) {
    if (!early(start)) continue;
    let end = start;
    while (early(end + 1)) end++;
    const first = Math.min(rr[start] ?? 0, medianOf(rr, start, Math.min(end + 1, start + edge)));
    const last = medianOf(rr, Math.max(start, end + 1 - edge), end + 1);
    runs.push({
      start,
      end,
      onset: logRatio(first, medianOf(rr, start - edge, start)),
      finish: end + 1 < n ? logRatio(last, medianOf(rr, end + 1, end + 1 + edge)) : 0,
      p: meanOf(p, start, end + 1),
      before: meanOf(before, start, end + 1),
      first_p: p[start] ?? 0,
    });
    of.fill(runs.length - 1, start, end + 1);
    start = end;
  }
  return { runs, of };
}

/** Outside a run its own P wave stands for a run's. */
export function writeRunFeatures(
  early: EarlyRuns,
  i: number,
  own: { readonly p: number; readonly before: number },
  row: Float32Array,
  to: number,
): void {
  const run = early.runs[early.of[i] ?? -1];
  row[to] = run ? Math.min(6, i - run.start + 1) : 0;
  row[to + 1] = run ? Math.log1p(run.end - run.start + 1) : 0;
  row[to + 2] = run?.onset ?? 0;
  row[to + 3] = run?.finish ?? 0;
  row[to + 4] = run ? Math.min(run.onset, run.finish) : 0;
  row[to + 5] = run?.p ?? own.p;
  row[to + 6] = run?.before ?? own.before;
  row[to + 7] = run?.first_p ?? own.p;
}

/**
 * Computes the beats of an overlay, aligned at their peaks: their spans, one scale for all, and the trace that was
 * clicked.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RawRun } from '../signal/signal.ts';
import type { SampleSpan } from '../time/time-scale.ts';

const beforeS = 0.3;
const afterS = 0.5;
const marginPx = 4;

export function overlaySpans(members: readonly number[], samplingHz: number): SampleSpan[] {
  return members.map((sample) => ({
    start: Math.max(0, sample - Math.round(beforeS * samplingHz)),
    end: sample + Math.round(afterS * samplingHz),
  }));
}

export type Laid = { readonly run: RawRun; readonly span: SampleSpan };
/** Returns the mean of several beats that are aligned at their peaks; null if there is none. */
export function meanOf(laid: readonly Laid[]): Laid | null {
  const [first] = laid;
  if (first === undefined) return null;
  const length = first.span.end - first.span.start;
  const sums = new Float64Array(length);
  const counts = new Uint32Array(length);
  for (const { run, span } of laid) {
    const from = run.start - span.start;
    run.values.forEach((value, i) => {
      const at = from + i;
      if (Number.isNaN(value) || at < 0 || at >= length) return;
      sums[at] = (sums[at] ?? 0) + value;
      counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  const values = Float32Array.from(sums, (sum, i) => (counts[i] === 0 ? NaN : sum / (counts[i] ?? 1)));
  return { run: { start: first.span.start, values }, span: first.span };
}

/** Returns the classes of the beats that an overlay draws, the most frequent first. */
export function overlaidClasses(classes: readonly BeatClass[]): BeatClass[] {
  const counts = Map.groupBy(classes, (one) => one);
  return [...counts].sort(([, a], [, b]) => b.length - a.length).map(([one]) => one);
}

export type LaidScale = { readonly zeroPx: number; readonly pxPerMv: number };

/** Subtracts the run's own mean, so that a baseline that wanders from beat to beat does not blur the group. */
export function centred(run: RawRun): RawRun {
  let [sum, count] = [0, 0];
  for (const value of run.values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  const mean = count === 0 ? 0 : sum / count;
  return { ...run, values: run.values.map((value) => value - mean) };
}

const leastMv = 0.5;

/** Computes one scale for all, so that a large beat among small ones looks large. */
export function commonScaleOf(laid: readonly Laid[], heightPx: number): LaidScale {
  let [low, high] = [Infinity, -Infinity];
  for (const { run } of laid) {
    for (const value of run.values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) [low, high] = [-leastMv / 2, leastMv / 2];
  const pxPerMv = (heightPx - 2 * marginPx) / Math.max(leastMv, high - low);
  return { zeroPx: marginPx + high * pxPerMv, pxPerMv };
}

export const stepPxOf = ({ start, end }: SampleSpan, widthPx: number): number => widthPx / (end - start);

type Press = { readonly xPx: number; readonly yPx: number; readonly widthPx: number };

/** Returns the trace nearest to a click, as its index in the list; −1 if none is within reach. */
export function traceUnder(
  laid: readonly Laid[],
  { zeroPx, pxPerMv }: LaidScale,
  { xPx, yPx, widthPx }: Press,
  reachPx: number,
): number {
  let found = -1;
  let nearest = reachPx;
  laid.forEach(({ run, span }, index) => {
    const at = Math.round(xPx / stepPxOf(span, widthPx)) + span.start - run.start;
    // A steep flank passes between two samples: the nearest of three matches what the user sees.
    for (const i of [at - 1, at, at + 1]) {
      const value = run.values[i];
      if (value === undefined || Number.isNaN(value)) continue;
      const away = Math.hypot((i - at) * stepPxOf(span, widthPx), zeroPx - value * pxPerMv - yPx);
      if (away >= nearest) continue;
      nearest = away;
      found = index;
    }
  });
  return found;
}

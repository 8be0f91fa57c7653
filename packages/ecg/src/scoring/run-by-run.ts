/**
 * Compares runs after ANSI/AAMI EC57: couplets (2 beats), short runs (3 to 5) and long runs (6 or more) of one class. A
 * reference run is found if the longest test run that overlaps it, with 150 ms allowed at both ends, has at least the
 * length of its category (2, 3, 6); a test run is correct if a reference run does the same for it.
 *
 * Invariant: exchanging reference and test exchanges sensitivity and predictivity.
 */
import type { LabelledBeats, Ratio } from './beat-by-beat.ts';
import { matchWindowMs } from './match-beats.ts';

export const runCategories = ['couplet', 'short', 'long'] as const;
export type RunCategory = (typeof runCategories)[number];
export interface RunFigures {
  readonly sensitivity: Ratio;
  readonly predictivity: Ratio;
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly beats: number;
}
const fewest: Readonly<Record<RunCategory, number>> = { couplet: 2, short: 3, long: 6 };

function runsOf(list: LabelledBeats, classByte: number, fromSample: number): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < list.samples.length; i++) {
    if (list.classes[i] !== classByte || (list.samples[i] ?? 0) < fromSample) continue;
    let end = i;
    while (list.classes[end + 1] === classByte && end + 1 < list.samples.length) end++;
    if (end > i) runs.push({ start: list.samples[i] ?? 0, end: list.samples[end] ?? 0, beats: end - i + 1 });
    i = end;
  }
  return runs;
}

const categoryOf = (run: Run): RunCategory =>
  run.beats >= 6 ? 'long' : run.beats >= 3 ? 'short' : 'couplet';

function share(runs: readonly Run[], others: readonly Run[], category: RunCategory, slack: number): Ratio {
  const own = runs.filter((run) => categoryOf(run) === category);
  const hits = own.filter((run) =>
    others.some(
      (other) =>
        other.start <= run.end + slack && other.end >= run.start - slack && other.beats >= fewest[category],
    ),
  ).length;
  return { hits, of: own.length };
}

export function compareRuns(
  reference: LabelledBeats,
  test: LabelledBeats,
  classByte: number,
  samplingHz: number,
  skipS = 300,
): Record<RunCategory, RunFigures> {
  const slack = (matchWindowMs / 1000) * samplingHz;
  const from = skipS * samplingHz;
  const [a, b] = [runsOf(reference, classByte, from), runsOf(test, classByte, from)];
  const figures = (category: RunCategory): RunFigures => ({
    sensitivity: share(a, b, category, slack),
    predictivity: share(b, a, category, slack),
  });
  return { couplet: figures('couplet'), short: figures('short'), long: figures('long') };
}

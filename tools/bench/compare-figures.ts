/** Compares measured figures with the stored ones. */
import { inReferences, round } from './bench.ts';
import { benchOf, type StoredFigure } from './stored-figures.ts';

/** A figure that is worse by more than this factor is reported. */
export const mostWorse = 1.3;

export type Comparison = {
  /** Figures that became worse by more than `mostWorse`, one line each. */
  readonly slipped: readonly string[];
  /** The benchmarks of those figures; a second run shows whether the machine was busy. */
  readonly again: readonly string[];
  /** Measured but not stored. */
  readonly missing: readonly string[];
  /** Stored but neither measured nor unjudged, by a benchmark that ran or that no longer exists. */
  readonly unmeasured: readonly string[];
  /** Stored without the machine's reference, so that a time cannot be compared. */
  readonly bare: readonly string[];
};

const holdsGoal = ({ value, goal, better }: StoredFigure): boolean =>
  goal !== undefined && (better === 'smaller' ? value <= goal : value >= goal);

/** Returns how many times worse a figure is, below one if it is better; undefined if the two cannot be compared. */
export function timesWorse(now: StoredFigure, before: StoredFigure): number | undefined {
  if (now.ratio !== undefined && before.ratio === undefined) return undefined;
  const [a, b] = [now.ratio ?? now.value, now.ratio === undefined ? before.value : (before.ratio ?? 0)];
  const [worse, better] = now.better === 'smaller' ? [a, b] : [b, a];
  if (better > 0) return worse / better;
  // One of them is 0: infinitely worse, unless the figure still meets its goal.
  return worse === better || holdsGoal(now) ? 1 : Infinity;
}

/** Returns the better figure of two runs, because any disturbance makes a run worse. */
export function bestOf(first: readonly StoredFigure[], second: readonly StoredFigure[]): StoredFigure[] {
  const later = new Map(second.map((figure) => [figure.id, figure]));
  const better = (a: StoredFigure, b: StoredFigure): StoredFigure => ((timesWorse(b, a) ?? 1) < 1 ? b : a);
  const known = new Set(first.map(({ id }) => id));
  const both = first.map((figure) => better(figure, later.get(figure.id) ?? figure));
  return [...both, ...second.filter(({ id }) => !known.has(id))];
}

/** One run of a benchmark. `busy`: the machine's reference moved meanwhile, so that its times say nothing. */
export type BenchRun = { readonly figures: readonly StoredFigure[]; readonly busy: boolean };

const isTimed = ({ ratio, unit }: StoredFigure): boolean => ratio !== undefined || unit.endsWith('/s');

/**
 * Combines the runs of one benchmark: the better figure of its quiet runs. Without a quiet run, times and rates are not
 * judged; a busy machine makes them worse, and a busy moment of the reference hides that they are.
 */
export function combineRuns(runs: readonly BenchRun[]): {
  readonly figures: readonly StoredFigure[];
  readonly unjudged: readonly string[];
} {
  const best = (some: readonly BenchRun[]): readonly StoredFigure[] =>
    some.reduce<readonly StoredFigure[]>((before, { figures }) => bestOf(before, figures), []);
  const quiet = runs.filter(({ busy }) => !busy);
  if (quiet.length > 0) return { figures: best(quiet), unjudged: [] };
  const all = best(runs);
  return {
    figures: all.filter((figure) => !isTimed(figure)),
    unjudged: all.filter(isTimed).map(({ id }) => id),
  };
}

const shown = ({ value, unit, ratio }: StoredFigure): string =>
  `${round(value)} ${unit}`.trim() + (ratio === undefined ? '' : ` (${inReferences(ratio, unit)})`);

/** `benches` are those that ran, `all` those that exist; `unjudged` are the figures that a busy machine spoilt. */
export function compareFigures(
  measured: readonly StoredFigure[],
  stored: readonly StoredFigure[],
  {
    benches,
    all,
    unjudged = [],
  }: {
    readonly benches: readonly string[];
    readonly all: readonly string[];
    readonly unjudged?: readonly string[];
  },
): Comparison {
  const before = new Map(stored.map((figure) => [figure.id, figure]));
  const ids = new Set([...unjudged, ...measured.map(({ id }) => id)]);
  const pairs = measured.flatMap((now) => {
    const then = before.get(now.id);
    return then === undefined ? [] : [{ now, then, times: timesWorse(now, then) }];
  });
  const worse = pairs.filter(({ times }) => times !== undefined && times > mostWorse);
  const isUnmeasured = (figure: StoredFigure): boolean =>
    !ids.has(figure.id) && (benches.includes(benchOf(figure)) || !all.includes(benchOf(figure)));
  return {
    slipped: worse.map(
      ({ now, then, times = 0 }) =>
        `${now.id}: ${shown(now)}, ${round(times)} times worse than ${shown(then)} of ${then.date}`,
    ),
    again: [...new Set(worse.map(({ now }) => benchOf(now)))],
    missing: measured.flatMap(({ id }) => (before.has(id) ? [] : [id])),
    unmeasured: stored.filter(isUnmeasured).map(({ id, date }) => `${id} (${date})`),
    bare: pairs.flatMap(({ now, times }) => (times === undefined ? [now.id] : [])),
  };
}

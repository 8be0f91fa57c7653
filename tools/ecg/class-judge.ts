/**
 * Scores classes on patients that no model was trained on: the counts of each record (`class-counts`), and runs. It also
 * chooses the thresholds (bars) above which a class is called, for each part of the patients from the other parts.
 */
import { byteF, byteQ, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import type { ClassOdds } from '@rhythmdesk/ecg/beats/class-odds';
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures, compareBeats, percent, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { BeatFigures, ConfusionTable } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { compareRuns, runCategories } from '@rhythmdesk/ecg/scoring/run-by-run';
import { judgedClasses } from './class-counts.ts';
import type { ClassCounts, JudgedClass, RecordCounts } from './class-counts.ts';
import { classOf } from './class-scores.ts';
import type { ClassSource, OddsLists } from './class-scores.ts';
import { flutterSegments, referenceBeats } from './reference.ts';

/** Log-odds and bars for scoring a source; its patient had no part in them. */
export interface Judge {
  readonly odds: OddsLists;
  readonly barsOf: (source: ClassSource) => ClassOdds;
}
const byteOf = { v: byteV, s: byteS } as const;

const classesOf = (source: ClassSource, { odds, barsOf }: Judge): Uint8Array =>
  Uint8Array.from(source.rows, (_, i) => classOf(source, i, odds, barsOf(source)));

export interface RecordTable {
  readonly source: ClassSource;
  readonly classes: Uint8Array;
  readonly table: ConfusionTable;
}

export const recordTables = (
  sources: readonly ClassSource[],
  set: string,
  leads: readonly number[],
  judge: Judge,
): RecordTable[] =>
  sources
    .filter((source) => source.set === set && source.leads.join() === leads.join())
    .map((source) => {
      const { annotations, sampling_hz } = source.record;
      const classes = classesOf(source, judge);
      const table = compareBeats({
        reference: referenceBeats(annotations),
        test: { samples: source.peaks, classes },
        sampling_hz,
        excluded: flutterSegments(annotations, 0.15 * sampling_hz),
      });
      return { source, classes, table };
    });

const figuresOf = (tables: readonly RecordTable[]): BeatFigures =>
  beatFigures(sumTables(tables.map(({ table }) => table)));

/** Returns what a record's tables of V and S are made from. */
export const countsOf = ({ source, table }: RecordTable): RecordCounts => {
  const figures = beatFigures(table);
  const counts = (key: JudgedClass): ClassCounts => {
    const { hits, of } = figures[`${key}_sensitivity`];
    return [hits, of, figures[`${key}_predictivity`].of];
  };
  return { name: source.record.name, v: counts('v'), s: counts('s') };
};

/** Returns the figures of couplets and runs of V, then of S, over all `tables`. */
export function runRows(tables: readonly RecordTable[]): AccuracyRow[] {
  return judgedClasses.flatMap((key) => {
    const runs = tables.map(({ source, classes }) =>
      compareRuns(
        referenceBeats(source.record.annotations),
        { samples: source.peaks, classes },
        byteOf[key],
        source.record.sampling_hz,
      ),
    );
    return runCategories.map((category) => ({
      name: `${key}_${category}_run` as const,
      cells: (['sensitivity', 'predictivity'] as const).map((part) => [
        runs.reduce((sum, one) => sum + one[category][part].hits, 0),
        runs.reduce((sum, one) => sum + one[category][part].of, 0),
      ]),
    }));
  });
}

/** Returns the percentages of V and S as text for notes. */
export function figuresText(tables: readonly RecordTable[]): string {
  const f = figuresOf(tables);
  const pair = (key: JudgedClass): string =>
    `${percent(f[`${key}_sensitivity`]).toFixed(1)}/${percent(f[`${key}_predictivity`]).toFixed(1)}`;
  return `V ${pair('v')} S ${pair('s')}`;
}

/** Returns a line for each record: hits, existing beats and called beats of V and S. */
export const recordLines = (tables: readonly RecordTable[]): string[] =>
  tables.map((one) => {
    const { name, v, s } = countsOf(one);
    const text = ([hits, of, called]: ClassCounts): string => `${hits}/${of} of ${called}`;
    return `${name} ${one.source.leads.join('+')} V ${text(v)}, S ${text(s)}`;
  });

/**
 * Returns the false calls of V and of S, each with the number of beats found in usable time; the first and last beats
 * have no class.
 */
export function falseRow(name: string, sources: readonly ClassSource[], judge: Judge): AccuracyRow {
  const wrong = { v: 0, s: 0 };
  let beats = 0;
  for (const source of sources) {
    const classes = classesOf(source, judge);
    const unread = new Set(source.unread.map(({ start }) => start));
    const hz = source.record.sampling_hz;
    for (let i = 1; i + 1 < classes.length; i++) {
      if (unread.has(Math.floor((source.peaks[i] ?? 0) / hz) * hz)) continue;
      beats++;
      const isHalf = classes[i] === byteV && (source.truth[i] === byteF || source.truth[i] === byteQ);
      for (const key of judgedClasses)
        if (classes[i] === byteOf[key] && source.truth[i] !== byteOf[key] && !isHalf) wrong[key]++;
    }
  }
  return { name, cells: judgedClasses.map((key) => [wrong[key], beats]) };
}

/** Candidate bars. */
const bars = Array.from({ length: 31 }, (_, k) => Math.round(10 * (-2 + 0.1 * k)) / 10);
/** A record counts for at most this many beats of a class. */
const mostBeats = 300;

/** Goals for sensitivity and predictivity; the bar whose worse figure comes nearest to its goal is the best. */
const goals: Readonly<Record<string, Readonly<Record<JudgedClass, readonly [number, number]>>>> = {
  mitdb: { v: [0.96, 0.95], s: [0.8, 0.7] },
  svdb: { v: [0.9, 0.9], s: [0.7, 0.75] },
};

interface Tally {
  hits: number;
  of: number;
  called: number;
}

/** Counts for one record, at every bar: beats of the class found, existing, and called. */
function talliesOf(source: ClassSource, odds: Float32Array, byte: number): Tally[] {
  const tallies = bars.map(() => ({ hits: 0, of: 0, called: 0 }));
  source.rows.forEach((row, i) => {
    const truth = source.truth[i];
    const is = Number(truth === byte);
    const counts = truth !== 0 && truth !== byteQ && !(byte === byteV && truth === byteF);
    const own = row < 0 ? -Infinity : (odds[row] ?? 0);
    tallies.forEach((tally, k) => {
      tally.of += is;
      if (!counts || own <= (bars[k] ?? 0)) return;
      tally.hits += is;
      tally.called++;
    });
  });
  return tallies;
}

/** Returns the bar that comes nearest to the goals; each set has the same weight, and heavy records are limited. */
function bestBar(sources: readonly ClassSource[], odds: Float32Array, key: JudgedClass): number {
  const judged = sources.filter(({ set }) => set in goals);
  const tallies = judged.map((source) => talliesOf(source, odds, byteOf[key]));
  const scores = bars.map((_, k) =>
    Object.entries(goals).reduce((sum, [set, goal]) => {
      const all = { hits: 0, of: 0, called: 0 };
      judged.forEach((source, i) => {
        const one = tallies[i]?.[k];
        if (source.set !== set || !one) return;
        const weight = Math.min(1, mostBeats / Math.max(1, one.of, one.called));
        all.hits += weight * one.hits;
        all.of += weight * one.of;
        all.called += weight * one.called;
      });
      const found = all.hits / Math.max(1, all.of) / goal[key][0];
      const right = all.hits / Math.max(1, all.called) / goal[key][1];
      return sum + Math.min(1, found, right);
    }, 0),
  );
  return bars[scores.indexOf(Math.max(...scores))] ?? 0;
}

/** Fusion beats are called only if very certain. */
const fusionBar = 2;

export const chooseBars = (sources: readonly ClassSource[], odds: OddsLists): ClassOdds => ({
  v: bestBar(sources, odds.v, 'v'),
  s: bestBar(sources, odds.s, 's'),
  f: fusionBar,
});

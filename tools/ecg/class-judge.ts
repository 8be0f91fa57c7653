/**
 * Judges classes on patients that no model was learned from: gross figures of a set, the same without the record that
 * counts most, the spread over records, and runs. The bars above which a class is called are chosen here too, for each
 * part of the patients on the other parts.
 */
import { byteF, byteN, byteQ, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { decideClass } from '@rhythmdesk/ecg/beats/classify';
import type { ClassOdds } from '@rhythmdesk/ecg/beats/class-odds';
import type { AccuracyRow, AccuracyRowName } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures, compareBeats, percent, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { BeatFigures, ConfusionTable } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { compareRuns, runCategories } from '@rhythmdesk/ecg/scoring/run-by-run';
import { numbers } from './bench-beats.ts';
import { oddsAt } from './class-scores.ts';
import type { ClassSource, OddsLists } from './class-scores.ts';
import { flutterSegments, referenceBeats } from './reference.ts';

/** What one source is judged by: log-odds of models, and bars, that its patient had no part in. */
export interface Judge {
  readonly odds: OddsLists;
  readonly barsOf: (source: ClassSource) => ClassOdds;
}
type Judged = 'v' | 's';
const judgedClasses = ['v', 's'] as const;
const byteOf = { v: byteV, s: byteS } as const;
/** A record of fewer beats of a class says nothing of its F1. */
const fewestBeats = 10;

const classesOf = (source: ClassSource, { odds, barsOf }: Judge): Uint8Array =>
  Uint8Array.from(source.rows, (row) => (row < 0 ? byteN : decideClass(oddsAt(odds, row), barsOf(source))));

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

/** Beats of a class that a record holds or that were called in it. */
function weightOf({ table }: RecordTable, key: Judged): number {
  const figures = beatFigures(table);
  return figures[`${key}_sensitivity`].of + figures[`${key}_predictivity`].of;
}

const figuresOf = (tables: readonly RecordTable[]): BeatFigures =>
  beatFigures(sumTables(tables.map(({ table }) => table)));

const pairOf = (figures: BeatFigures, key: Judged): number[] =>
  numbers(figures[`${key}_sensitivity`], figures[`${key}_predictivity`]);

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

function recordSpread(tables: readonly RecordTable[], key: Judged): number[] {
  const values = tables.flatMap(({ table }) => {
    const [hits, of, , called] = pairOf(beatFigures(table), key);
    return (of ?? 0) < fewestBeats ? [] : [(2 * (hits ?? 0)) / ((of ?? 0) + (called ?? 0))];
  });
  return [0.5, 0.1].map((share) => Math.round(1000 * quantile(values, share)));
}

/** V and S in all, and over records. */
export const setRow = (name: AccuracyRowName, tables: readonly RecordTable[]): AccuracyRow => ({
  name,
  cells: [
    ...judgedClasses.map((key) => pairOf(figuresOf(tables), key)),
    ...judgedClasses.map((key) => recordSpread(tables, key)),
  ],
});

/** The same, for each class without the record that counts most for it. */
export function rowWithoutHeaviest(name: AccuracyRowName, tables: readonly RecordTable[]): AccuracyRow {
  const rest = judgedClasses.map((key) => {
    const heaviest = tables.reduce((most, one) => (weightOf(one, key) > weightOf(most, key) ? one : most));
    return { key, tables: tables.filter((one) => one !== heaviest) };
  });
  return {
    name,
    cells: [
      ...rest.map((one) => pairOf(figuresOf(one.tables), one.key)),
      ...rest.map((one) => recordSpread(one.tables, one.key)),
    ],
  };
}

/** Couplets and runs of V, then of S, over all `tables`. */
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

/** Percentages of V and S for a line of notes. */
export function figuresText(tables: readonly RecordTable[]): string {
  const f = figuresOf(tables);
  const pair = (key: Judged): string =>
    `${percent(f[`${key}_sensitivity`]).toFixed(1)}/${percent(f[`${key}_predictivity`]).toFixed(1)}`;
  return `V ${pair('v')} S ${pair('s')}`;
}

/** A line for each record: hits, beats there are and beats called of V and S. */
export const recordLines = (tables: readonly RecordTable[]): string[] =>
  tables.map((one) => {
    const [v, s] = judgedClasses.map((key) => {
      const [hits, of, , called] = pairOf(beatFigures(one.table), key);
      return `${String(hits)}/${String(of)} of ${String(called)}`;
    });
    return `${one.source.record.name} ${one.source.leads.join('+')} V ${String(v)}, S ${String(s)}`;
  });

/** Of V and S: beats called so that are none, and all beats found, over usable time; those at either end have no class. */
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

/** Bars that are tried. */
const bars = Array.from({ length: 31 }, (_, k) => Math.round(10 * (-2 + 0.1 * k)) / 10);
/** No record speaks for more beats of a class than this. */
const mostBeats = 300;

/** What is aimed at, sensitivity and predictivity; a bar is the better the less the farther of the two falls short. */
const goals: Readonly<Record<string, Readonly<Record<Judged, readonly [number, number]>>>> = {
  mitdb: { v: [0.96, 0.95], s: [0.8, 0.7] },
  svdb: { v: [0.9, 0.9], s: [0.7, 0.75] },
};

interface Tally {
  hits: number;
  of: number;
  called: number;
}

/** Of one record, at every bar: beats of the class found, there, and called. */
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

/** The bar that comes nearest to the goals, set by set the same weight, heavy records held down. */
function bestBar(sources: readonly ClassSource[], odds: Float32Array, key: Judged): number {
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

/** Fusion beats are called only where very certain. */
const fusionBar = 2;

export const chooseBars = (sources: readonly ClassSource[], odds: OddsLists): ClassOdds => ({
  v: bestBar(sources, odds.v, 'v'),
  s: bestBar(sources, odds.s, 's'),
  f: fusionBar,
});

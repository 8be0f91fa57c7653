/**
 * Makes the tables of V and S from the counts of each record: totals, the same without the record with the largest
 * weight, the spread of F1 over records, and 95 % intervals over patients (bootstrap, Efron 1979: records are drawn with
 * replacement). The training stores the counts, so no figure of these tables is typed.
 */
import type { AccuracyRow, AccuracyRowName } from '@rhythmdesk/ecg/scoring/accuracy';
import { repeatable } from './altered-copies.ts';

export type JudgedClass = 'v' | 's';
export const judgedClasses = ['v', 's'] as const;

/** Beats of a class in a record: found, existing and called. */
export type ClassCounts = readonly [hits: number, of: number, called: number];
export interface RecordCounts {
  readonly name: string;
  readonly v: ClassCounts;
  readonly s: ClassCounts;
}
/** The records of one set, scored on the same leads. */
export interface CountedSet {
  readonly name: AccuracyRowName;
  readonly without: AccuracyRowName;
  readonly records: readonly RecordCounts[];
}

/** The F1 of a record with fewer beats of a class is ignored. */
const fewestBeats = 10;
const draws = 2000;
const seed = 29;

type Figures = readonly [sensitivity: number, predictivity: number, median: number, tenth: number];
const noCounts: ClassCounts = [0, 0, 0];

const sumOf = (counts: readonly ClassCounts[]): ClassCounts =>
  counts.reduce(([a, b, c], [hits, of, called]) => [a + hits, b + of, c + called], noCounts);

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

function spreadOf(counts: readonly ClassCounts[]): readonly [median: number, tenth: number] {
  const f1 = counts.flatMap(([hits, of, called]) => (of < fewestBeats ? [] : [(2 * hits) / (of + called)]));
  return [quantile(f1, 0.5), quantile(f1, 0.1)];
}

function figuresOf(counts: readonly ClassCounts[]): Figures {
  const [hits, of, called] = sumOf(counts);
  return [hits / Math.max(1, of), hits / Math.max(1, called), ...spreadOf(counts)];
}

/** Returns for each figure the 2.5th and the 97.5th percentile over samples of the records. */
export function intervalsOf(counts: readonly ClassCounts[]): (readonly [low: number, high: number])[] {
  const chance = repeatable(seed);
  const drawn = Array.from({ length: draws }, () =>
    figuresOf(counts.map(() => counts[Math.floor(chance() * counts.length)] ?? noCounts)),
  );
  return figuresOf(counts).map((_, k) => {
    const values = drawn.map((figures) => figures[k] ?? 0);
    return [quantile(values, 0.025), quantile(values, 0.975)];
  });
}

/** Leaves out the record with the most beats that are or are called this class. */
function withoutHeaviest(counts: readonly ClassCounts[]): ClassCounts[] {
  const weight = ([, of, called]: ClassCounts): number => of + called;
  const heaviest = counts.reduce((most, one) => (weight(one) > weight(most) ? one : most), noCounts);
  return counts.filter((one) => one !== heaviest);
}

type CountsOf = (key: JudgedClass) => readonly ClassCounts[];

/** Returns V and S in total, and the median and tenth percentile of F1 over records. */
const totals = (name: AccuracyRowName, countsOf: CountsOf): AccuracyRow => ({
  name,
  cells: [
    ...judgedClasses.map((key) => {
      const [hits, of, called] = sumOf(countsOf(key));
      return [hits, of, hits, called];
    }),
    ...judgedClasses.map((key) => spreadOf(countsOf(key)).map((value) => Math.round(1000 * value))),
  ],
});

/** Returns the intervals of the same figures, in hundredths of a percent and thousandths of F1. */
function intervals(name: AccuracyRowName, countsOf: CountsOf): AccuracyRow {
  const ranges = judgedClasses.map((key) => intervalsOf(countsOf(key)));
  const cell = (range: readonly (readonly number[])[], scale: number): number[] =>
    range.flat().map((value) => Math.round(scale * value));
  return {
    name,
    cells: [
      ...ranges.map((range) => cell(range.slice(0, 2), 1e4)),
      ...ranges.map((range) => cell(range.slice(2), 1e3)),
    ],
  };
}

const rowsOf = (
  sets: readonly CountedSet[],
  row: (name: AccuracyRowName, countsOf: CountsOf) => AccuracyRow,
): AccuracyRow[] =>
  sets.flatMap(({ name, without, records }) => [
    row(name, (key) => records.map((record) => record[key])),
    row(without, (key) => withoutHeaviest(records.map((record) => record[key]))),
  ]);

/** Counts of each way of scoring, by the table that is made from them. */
export type CountedTables = Readonly<Record<'trained_classes' | 'unseen', readonly CountedSet[]>>;

export const classTables = ({ trained_classes, unseen }: CountedTables) => ({
  trained_classes: rowsOf(trained_classes, totals),
  trained_intervals: rowsOf(trained_classes, intervals),
  unseen: rowsOf(unseen, totals),
  unseen_intervals: rowsOf(unseen, intervals),
});

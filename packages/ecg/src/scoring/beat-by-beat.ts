/**
 * Compares beats with a reference, beat by beat, after ANSI/AAMI EC57:2012: a 5 × 5 table of classes with a row and a
 * column for beats that only one side has. The first five minutes are a learning period and are not counted; segments
 * of ventricular flutter or fibrillation, and segments that the caller excludes (unusable time), are not counted
 * either.
 *
 * Figures: QRS sensitivity and positive predictivity; for V and S the clause's own definitions, in which a fusion or
 * unclassifiable beat called V, and an unclassifiable beat called S, is not an error.
 */
import { aamiIndex, byteQ } from '../beats/beat-class.ts';
import { matchBeats, matchWindowMs } from './match-beats.ts';

export interface LabelledBeats {
  readonly samples: ArrayLike<number>;
  /** Bytes of `labels/beat-labels`. */
  readonly classes: ArrayLike<number>;
}
export interface Segment {
  readonly start: number;
  readonly end: number;
}
export interface BeatComparison {
  readonly reference: LabelledBeats;
  readonly test: LabelledBeats;
  readonly sampling_hz: number;
  readonly skip_s?: number;
  readonly excluded?: readonly Segment[];
}

/** Row: reference class; column: test class; index 5 is "no beat". */
export type ConfusionTable = readonly (readonly number[])[];
export const noBeat = 5;
const classS = 1;
const classV = 2;
const classF = 3;
const classQ = 4;
const learningPeriodS = 300;

export function compareBeats(comparison: BeatComparison): ConfusionTable {
  const { reference, test, sampling_hz: hz } = comparison;
  const pairs = matchBeats(reference.samples, test.samples, Math.round((matchWindowMs / 1000) * hz));
  const counted = countedBy(comparison);
  const table = Array.from({ length: 6 }, () => [0, 0, 0, 0, 0, 0]);
  for (let r = 0; r < reference.samples.length; r++) {
    if (!counted(reference.samples[r] ?? 0)) continue;
    const partner = pairs.reference_partner[r] ?? -1;
    const row = aamiIndex(reference.classes[r] ?? byteQ);
    add(table, row, partner < 0 ? noBeat : aamiIndex(test.classes[partner] ?? byteQ));
  }
  for (let t = 0; t < test.samples.length; t++) {
    if ((pairs.test_partner[t] ?? -1) < 0 && counted(test.samples[t] ?? 0)) {
      add(table, noBeat, aamiIndex(test.classes[t] ?? byteQ));
    }
  }
  return table;
}

/** Returns a function that tells whether a sample is compared: after the learning period and in no excluded segment. */
function countedBy(comparison: BeatComparison): (sample: number) => boolean {
  const first = (comparison.skip_s ?? learningPeriodS) * comparison.sampling_hz;
  const excluded = [...(comparison.excluded ?? [])].sort((a, b) => a.start - b.start);
  return (sample) => {
    if (sample < first) return false;
    let low = 0;
    let high = excluded.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((excluded[middle]?.start ?? 0) <= sample) low = middle + 1;
      else high = middle;
    }
    const last = excluded[low - 1];
    return !last || sample > last.end;
  };
}

function add(table: number[][], row: number, column: number): void {
  const line = table[row];
  if (line) line[column] = (line[column] ?? 0) + 1;
}

export function sumTables(tables: readonly ConfusionTable[]): ConfusionTable {
  return Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 6 }, (__, column) =>
      tables.reduce((sum, table) => sum + (table[row]?.[column] ?? 0), 0),
    ),
  );
}

export interface Ratio {
  readonly hits: number;
  readonly of: number;
}
export interface BeatFigures {
  readonly qrs_sensitivity: Ratio;
  readonly qrs_predictivity: Ratio;
  readonly v_sensitivity: Ratio;
  readonly v_predictivity: Ratio;
  readonly s_sensitivity: Ratio;
  readonly s_predictivity: Ratio;
}

const rowSum = (table: ConfusionTable, row: number): number =>
  (table[row] ?? []).reduce((sum, value) => sum + value, 0);
const columnSum = (table: ConfusionTable, column: number): number =>
  table.reduce((sum, row) => sum + (row[column] ?? 0), 0);

export function beatFigures(table: ConfusionTable): BeatFigures {
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
  const all = table.slice(0, 5).reduce((sum, _, row) => sum + rowSum(table, row), 0);
  const missed = columnSum(table, noBeat);
  const extra = rowSum(table, noBeat);
  const calledV = columnSum(table, classV) - at(classF, classV) - at(classQ, classV);
  const calledS = columnSum(table, classS) - at(classQ, classS);
  return {
    qrs_sensitivity: { hits: all - missed, of: all },
    qrs_predictivity: { hits: all - missed, of: all - missed + extra },
    v_sensitivity: { hits: at(classV, classV), of: rowSum(table, classV) },
    v_predictivity: { hits: at(classV, classV), of: calledV },
    s_sensitivity: { hits: at(classS, classS), of: rowSum(table, classS) },
    s_predictivity: { hits: at(classS, classS), of: calledS },
  };
}

export const percent = (ratio: Ratio): number => (ratio.of === 0 ? NaN : (100 * ratio.hits) / ratio.of);

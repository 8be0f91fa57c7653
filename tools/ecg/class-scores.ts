/**
 * Trains the certainty of class calls (Platt 1999: a logistic curve over the margin of the winning class over its
 * threshold) on calls for patients that no model saw, and measures how reliable that certainty is.
 */
import { byteF, byteN, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { logistic } from '@rhythmdesk/ecg/beats/boosted-trees';
import type { CertaintyCurves } from '@rhythmdesk/ecg/beats/certainty-curve';
import { decideClass, marginOf } from '@rhythmdesk/ecg/beats/classify';
import type { ClassOdds } from '@rhythmdesk/ecg/beats/class-odds';
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import type { Segment } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { EcgRecord } from './records.ts';

export interface ClassSource {
  readonly record: EcgRecord;
  readonly set: string;
  /** Number of the patient. */
  readonly group: number;
  readonly leads: readonly number[];
  readonly peaks: Uint32Array;
  /** Reference class of each beat found, 0 if there is none. */
  readonly truth: Uint8Array;
  /** 1 for beats in fibrillation (annotated or called), in which the engine calls no beat supraventricular. */
  readonly fibrillating: Uint8Array;
  /** 1 for beats in a sudden fast run, which the engine calls supraventricular instead of normal. */
  readonly sudden: Uint8Array;
  /** Row of each beat in the training set, −1 for a plain beat. */
  readonly rows: Int32Array;
  /** Seconds that are not usable. */
  readonly unread: Segment[];
}
export type OddsLists = Readonly<Record<'v' | 's' | 'f', Float32Array>>;

export const oddsAt = (odds: OddsLists, row: number): ClassOdds => ({
  v: odds.v[row] ?? 0,
  s: odds.s[row] ?? 0,
  f: odds.f[row] ?? 0,
});

/** Returns the class that the engine gives to beat `i` of a source. */
export function classOf({ rows, sudden }: ClassSource, i: number, odds: OddsLists, bars: ClassOdds): number {
  const row = rows[i] ?? -1;
  const called = row < 0 ? byteN : decideClass(oddsAt(odds, row), bars);
  return called === byteN && sudden[i] === 1 ? byteS : called;
}

interface Answer {
  readonly called: number;
  readonly margin: number;
  readonly right: boolean;
}

function answersOf(sources: readonly ClassSource[], odds: OddsLists, bars: ClassOdds): Answer[] {
  return sources.flatMap((source) =>
    [...source.rows].flatMap((row, i) => {
      const truth = source.truth[i] ?? 0;
      if (row < 0 || truth === 0) return [];
      const at = oddsAt(odds, row);
      const called = decideClass(at, bars);
      if (called === byteN && source.sudden[i] === 1) return [];
      return [{ called, margin: marginOf(called, at, bars), right: called === truth }];
    }),
  );
}

export function learnCertainty(
  sources: readonly ClassSource[],
  odds: OddsLists,
  bars: ClassOdds,
): CertaintyCurves {
  const answers = answersOf(sources, odds, bars);
  const curve = (byte: number): CertaintyCurves['n'] => fitLogistic(answers.filter((a) => a.called === byte));
  return { n: curve(byteN), s: curve(byteS), v: curve(byteV), f: curve(byteF) };
}

/** Fits slope and offset with Newton's method, with a slight pull towards a slope of one. */
function fitLogistic(answers: readonly Answer[]): CertaintyCurves['n'] {
  let slope = 1;
  let offset = 0;
  for (let round = 0; round < 30; round++) {
    let [g1, g0, h11, h10, h00] = [slope - 1, offset, 1, 0, 1];
    for (const { margin, right } of answers) {
      const p = logistic(slope * margin + offset);
      const w = p * (1 - p);
      g1 += (p - Number(right)) * margin;
      g0 += p - Number(right);
      h11 += w * margin * margin;
      h10 += w * margin;
      h00 += w;
    }
    const determinant = h11 * h00 - h10 * h10;
    slope -= (h00 * g1 - h10 * g0) / determinant;
    offset -= (h11 * g0 - h10 * g1) / determinant;
  }
  return { slope: Number(slope.toPrecision(3)), offset: Number(offset.toPrecision(3)) };
}

/** Bounds of the certainties in the table. */
const bins = [0, 0.7, 0.9, 0.98, 1.01];
const shownClasses = [
  ['class_n', byteN, 'n'],
  ['class_s', byteS, 's'],
  ['class_v', byteV, 'v'],
] as const;

/** Bars and certainty curves for a source; its patient had no part in them. */
export interface Calibration {
  readonly bars: ClassOdds;
  readonly certainty: CertaintyCurves;
}

/** Returns for each class and range of certainty how many calls are correct, and how many there are. */
export function reliabilityRows(
  sources: readonly ClassSource[],
  odds: OddsLists,
  calibrationOf: (source: ClassSource) => Calibration,
): AccuracyRow[] {
  const counts = shownClasses.map(() => bins.slice(1).map(() => [0, 0]));
  for (const source of sources) {
    const { bars, certainty } = calibrationOf(source);
    for (const { called, margin, right } of answersOf([source], odds, bars))
      shownClasses.forEach(([, byte, curve], k) => {
        if (called !== byte) return;
        const said = logistic(certainty[curve].slope * margin + certainty[curve].offset);
        const cell = counts[k]?.[bins.findIndex((bound) => said < bound) - 1];
        if (!cell) return;
        cell[0] = (cell[0] ?? 0) + Number(right);
        cell[1] = (cell[1] ?? 0) + 1;
      });
  }
  return shownClasses.map(([name], k) => ({ name, cells: counts[k] ?? [] }));
}

/**
 * Scores the cross-validated answers of the class training after EC57, learns how certain each answer is (Platt 1999:
 * a logistic curve over how far the winning class stands above its threshold), and tells how well that certainty holds.
 */
import { byteF, byteN, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { logistic } from '@rhythmdesk/ecg/beats/boosted-trees';
import type { CertaintyCurves } from '@rhythmdesk/ecg/beats/certainty-curve';
import { decideClass, marginOf } from '@rhythmdesk/ecg/beats/classify';
import type { ClassOdds } from '@rhythmdesk/ecg/beats/class-odds';
import { beatFigures, compareBeats, percent, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { BeatFigures } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { flutterSegments, referenceBeats } from './reference.ts';
import type { EcgRecord } from './records.ts';

export interface ClassSource {
  readonly record: EcgRecord;
  readonly leads: readonly number[];
  readonly peaks: Uint32Array;
  /** Reference class of each beat found, 0 where there is none. */
  readonly truth: Uint8Array;
  /** Row of each beat in the training set, −1 for a plain beat. */
  readonly rows: Int32Array;
}
export type OddsLists = Readonly<Record<'v' | 's' | 'f', Float32Array>>;

export const oddsAt = (odds: OddsLists, row: number): ClassOdds => ({
  v: odds.v[row] ?? 0,
  s: odds.s[row] ?? 0,
  f: odds.f[row] ?? 0,
});

/** Percentages of V and S for a line of notes. */
export const figuresText = (f: BeatFigures): string =>
  `V ${percent(f.v_sensitivity).toFixed(2)}/${percent(f.v_predictivity).toFixed(2)} S ${percent(f.s_sensitivity).toFixed(2)}/${percent(f.s_predictivity).toFixed(2)}`;

/** The answers for one choice of leads, record by record and in all. */
export function scoreSources(
  sources: readonly ClassSource[],
  odds: OddsLists,
  leads: readonly number[],
): BeatFigures {
  const tables = sources
    .filter((source) => source.leads.join() === leads.join())
    .map((source) => {
      const classes = Uint8Array.from(source.rows, (row) =>
        row < 0 ? byteN : decideClass(oddsAt(odds, row)),
      );
      const table = compareBeats({
        reference: referenceBeats(source.record.annotations),
        test: { samples: source.peaks, classes },
        sampling_hz: 360,
        excluded: flutterSegments(source.record.annotations, 54),
      });
      const f = beatFigures(table);
      console.log(
        source.record.name,
        leads.join('+'),
        `V ${f.v_sensitivity.hits}/${f.v_sensitivity.of} of ${f.v_predictivity.of}, S ${f.s_sensitivity.hits}/${f.s_sensitivity.of} of ${f.s_predictivity.of}`,
      );
      return table;
    });
  return beatFigures(sumTables(tables));
}

interface Answer {
  readonly called: number;
  readonly margin: number;
  readonly right: boolean;
}

function answersOf(sources: readonly ClassSource[], odds: OddsLists): Answer[] {
  return sources.flatMap((source) =>
    [...source.rows].flatMap((row, i) => {
      const truth = source.truth[i] ?? 0;
      if (row < 0 || truth === 0) return [];
      const at = oddsAt(odds, row);
      const called = decideClass(at);
      return [{ called, margin: marginOf(called, at), right: called === truth }];
    }),
  );
}

export function learnCertainty(sources: readonly ClassSource[], odds: OddsLists): CertaintyCurves {
  const answers = answersOf(sources, odds);
  const curve = (byte: number): CertaintyCurves['n'] => fitLogistic(answers.filter((a) => a.called === byte));
  return { n: curve(byteN), s: curve(byteS), v: curve(byteV), f: curve(byteF) };
}

/** Newton's method on slope and offset, drawn a little towards a slope of one. */
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

const bins = [0, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01];

/** Of the answers of each class said with a certainty between two bounds: how many there are, how many are right. */
export function reliabilityLines(
  sources: readonly ClassSource[],
  odds: OddsLists,
  certainty: CertaintyCurves,
): string[] {
  const answers = answersOf(sources, odds);
  const classes = [
    ['N', byteN, certainty.n],
    ['S', byteS, certainty.s],
    ['V', byteV, certainty.v],
    ['F', byteF, certainty.f],
  ] as const;
  return classes.flatMap(([letter, byte, curve]) =>
    bins.slice(1).flatMap((until, k) => {
      const from = bins[k] ?? 0;
      const said = answers.filter((a) => {
        const p = logistic(curve.slope * a.margin + curve.offset);
        return a.called === byte && p >= from && p < until;
      });
      const right = said.filter((a) => a.right).length;
      const share = ((100 * right) / Math.max(1, said.length)).toFixed(1);
      return said.length === 0
        ? []
        : [`| ${letter} | ${from} to ${Math.min(1, until)} | ${said.length} | ${share} |`];
    }),
  );
}

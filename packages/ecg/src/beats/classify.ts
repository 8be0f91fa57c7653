/**
 * The class of every beat (ANSI/AAMI EC57: N, S, V, F; paced beats apart) and how certain it is, from learned
 * additive trees over `class-features`. One score a class; the largest above its bar wins, else the beat is N. A beat
 * in time and shaped like the normal beat is N without being scored.
 */
import { byteF, byteN, byteS, byteV } from './beat-class.ts';
import type { BeatColumns } from './beat-columns.ts';
import { createTreeScorer, logistic } from './boosted-trees.ts';
import { fModel } from './f-model.ts';
import { sModel } from './s-model.ts';
import { vModel } from './v-model.ts';
import { classFeatureCount, createClassContext, isPlain, writeClassFeatures } from './class-features.ts';

export interface ClassifiedBeats {
  readonly classes: Uint8Array;
  /** 0 to 100: the lower of the detector's and the classifier's certainty. */
  readonly confidence: Uint8Array;
}

export interface ClassOdds {
  readonly v: number;
  readonly s: number;
  readonly f: number;
}

/** Log-odds from which a class is called. */
export const classBars = { v: 0, s: 0, f: 2 } as const;

export function decideClass(odds: ClassOdds): number {
  const v = odds.v - classBars.v;
  const s = odds.s - classBars.s;
  const f = odds.f - classBars.f;
  if (f > 0 && f > v) return byteF;
  if (v > 0 && v >= s) return byteV;
  return s > 0 ? byteS : byteN;
}

const plainCertainty = 0.99;

export function classifyBeats(columns: BeatColumns): ClassifiedBeats {
  const context = createClassContext(columns);
  const row = new Float32Array(classFeatureCount);
  const [forV, forS, forF] = [createTreeScorer(vModel), createTreeScorer(sModel), createTreeScorer(fModel)];
  const classes = new Uint8Array(columns.count);
  const confidence = new Uint8Array(columns.count);
  for (let i = 0; i < columns.count; i++) {
    const detected = logistic((columns.odds[i] ?? 0) / 16);
    if (isPlain(context, i)) {
      classes[i] = byteN;
      confidence[i] = Math.round(100 * Math.min(plainCertainty, detected));
      continue;
    }
    writeClassFeatures(context, i, row, 0);
    const odds = { v: forV.score(row, 0), s: forS.score(row, 0), f: forF.score(row, 0) };
    const found = decideClass(odds);
    classes[i] = found;
    const sure =
      found === byteV
        ? odds.v
        : found === byteS
          ? odds.s
          : found === byteF
            ? odds.f
            : -Math.max(odds.v, odds.s, odds.f);
    confidence[i] = Math.round(100 * Math.min(logistic(Math.max(0, sure)), detected));
  }
  return { classes, confidence };
}

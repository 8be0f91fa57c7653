/**
 * Detects the beats of one lead: candidates, two learned stages, then at most one beat in 184 ms. A decision waits
 * until the following signal is known (search back and look ahead in one), at most 20 s.
 *
 * Stage one is certain about most candidates; stage two judges only the others. The log-odds of the last stage that
 * judged a candidate are its certainty, from which beat confidence and signal quality are derived.
 */
import { createRowScorer } from './boosted-trees.ts';
import type { RowScorer, TreeModel } from './boosted-trees.ts';
import { windowHalves } from '../kernel/kernel-sizes.ts';
import {
  emptyReference,
  firstStage,
  firstStageWidth,
  relativeHeight,
  windowReach,
} from './candidate-features.ts';
import { candidateRing, createCandidates } from './candidates.ts';
import type { Candidates } from './candidates.ts';
import { createLeadBands, halfHz } from './lead-bands.ts';
import type { LeadBands } from './lead-bands.ts';
import {
  expectedErrorsColumn,
  likelyHalves,
  likelyReach,
  secondStage,
  secondStageWidth,
} from './uncertain-features.ts';
import { LostContact } from './lost-contact.ts';
import { createNormalTemplates } from './normal-templates.ts';
import type { Likeness } from './normal-templates.ts';
import { isPlausible } from './qrs-plausibility.ts';
import { createQrsMemory } from './qrs-memory.ts';
import { PTemplate } from './p-template.ts';

const candidateMask = candidateRing - 1;
/** Refractory time, shorter than the interval at 325 beats per minute. */
const refractoryHalves = 0.184 * halfHz;
const longestWaitHalves = 20 * halfHz;
/** Candidates lower than this part of the local height are never beats. */
const lowest = 0.135;
const impossible = -9;
/** Signs of partly lost contact: a QRS at a small part of its height, or a beat after growing complexes. */
const shrunken = 1;
const grown = 2;
/**
 * Log-odds from which a candidate is a beat: in a quiet signal a missed beat is worse than one more doubtful beat. It
 * is the lowest value at which, cross-validated, 999 of 1,000 beats found on the first leads of mitdb are correct.
 */
const accepted = -1.2;
/** The threshold rises with the expected errors around the candidate, so that noise is not taken for beats. */
const risesFrom = 0.8;
const risesBy = 0.4;
const risesAtMost = 1.2;
/** Log-odds above and below which stage one is certain; stage two judges the candidates between them. */
const surelyBeat = 5;
const surelyNone = -4;
/** Log-odds of a candidate that looks like a beat but not like any QRS. */
const unknowable = 0;
/** Log-odds from which the shape of a beat is learned. */
const learnable = 3;
/** Smallest part of the best fitting QRS shape that a low beat contains. */
const least = 0.12;

export interface DetectorModels {
  readonly first: TreeModel;
  readonly second: TreeModel;
}
/** Receives every judged candidate, for quality and for training. */
export interface DetectorSink {
  /** Receives a beat at half-rate index `h`. */
  beat(h: number, logOdds: number): void;
  /** Receives a candidate and its final log-odds, in order of time. */
  judged(h: number, logOdds: number, height: number): void;
  /** Receives a candidate that would be a beat but is unlike any QRS, so that it cannot be decided. */
  implausible?(h: number): void;
  /** Receives a span of half-rate indices with partly lost contact. */
  lost?(from: number, until: number): void;
  row?(stage: 1 | 2, h: number, row: Float32Array): void;
}

export interface LeadDetector {
  readonly bands: LeadBands;
  readonly candidates: Candidates;
  /** The patient's P wave, as far as the certain beats show it. */
  readonly atrial: PTemplate;
  append(samples: Float32Array, from: number, count: number): void;
  finish(): void;
  /** Returns the half-rate index up to which every beat was reported. */
  settled(): number;
}

export function createLeadDetector(models: DetectorModels, sink: DetectorSink): LeadDetector {
  return new TwoStageDetector(models, sink);
}

class TwoStageDetector implements LeadDetector {
  readonly bands: LeadBands;
  readonly candidates: Candidates;
  private readonly sink: DetectorSink;
  private readonly first: RowScorer;
  private readonly second: RowScorer;
  /** The stage-one features of each candidate in the ring, and the stage-two row, which starts with them. */
  private readonly rows = new Float32Array(candidateRing * firstStageWidth);
  private readonly row = new Float32Array(secondStageWidth);
  private readonly reference = emptyReference();
  /** The log-odds from the last stage that judged a candidate, and the threshold for a beat there. */
  private readonly odds = new Float64Array(candidateRing);
  private readonly threshold = new Float64Array(candidateRing);
  /** 1 for candidates that are low compared with the patient's QRS and unlike it. */
  private readonly low = new Uint8Array(candidateRing);
  /** The sign of partly lost contact in each candidate: `shrunken`, `grown` or 0. */
  private readonly contact = new Uint8Array(candidateRing);
  private firstDone = 0;
  private secondDone = 0;
  private usual = createNormalTemplates();
  private readonly like: Likeness = { best: 0, usual: 0, gain: 0 };
  private readonly memory = createQrsMemory();
  readonly atrial = new PTemplate();
  private readonly lost = new LostContact(this.atrial);
  private learned = 0;
  private lastBeat = 0;
  private pendingAt = -1;
  private pendingOdds = 0;

  constructor(models: DetectorModels, sink: DetectorSink) {
    this.bands = createLeadBands();
    this.candidates = createCandidates(this.bands);
    const { log_odds } = this.candidates;
    this.first = createRowScorer([models.first], firstStageWidth, (slot, odds) => {
      log_odds[slot] = odds[0] ?? 0;
    });
    this.second = createRowScorer([models.second], secondStageWidth, (slot, odds) => {
      this.odds[slot] = odds[0] ?? 0;
    });
    this.sink = sink;
  }

  append(samples: Float32Array, from: number, count: number): void {
    this.bands.append(samples, from, count);
    this.candidates.scan(this.bands.complete());
    this.judge(false);
  }

  finish(): void {
    this.judge(true);
    this.give();
  }

  settled(): number {
    return this.pendingAt >= 0 ? this.pendingAt : this.decided();
  }

  /** Returns the half-rate index before which every candidate is decided. */
  private decided(): number {
    const next = this.candidates.at[this.secondDone & candidateMask] ?? 0;
    return this.secondDone < this.candidates.count() ? next : this.bands.complete() - halfHz;
  }

  private judge(atEnd: boolean): void {
    const { candidates } = this;
    const count = candidates.count();
    const closed = candidates.windows();
    while (this.firstDone < count) {
      const slot = this.firstDone & candidateMask;
      const h = candidates.at[slot] ?? 0;
      if (!atEnd && Math.floor(h / windowHalves) + windowReach >= closed) break;
      const i = this.firstDone++;
      candidates.log_odds[slot] = impossible;
      if (relativeHeight(candidates, i, this.reference) < lowest) continue;
      this.judgeFirst(i, h);
    }
    this.first.finish();
    const until = this.judgeSecond(atEnd);
    this.second.finish();
    while (this.secondDone < until) this.decide(this.secondDone++);
    if (this.decided() - this.pendingAt >= refractoryHalves) this.give();
  }

  private judgeFirst(i: number, h: number): void {
    const { candidates, rows } = this;
    const slot = i & candidateMask;
    const at = slot * firstStageWidth;
    candidates.describe(i);
    firstStage(candidates, i, this.reference, rows, at);
    this.sink.row?.(1, h, rows.subarray(at, at + firstStageWidth));
    this.first.add(rows, at, slot);
  }

  /** Learns from the certain beats up to candidate `last` and half-rate index `until`. */
  private learn(last: number, until: number): void {
    const { candidates } = this;
    while (this.learned <= last && this.learned < this.firstDone) {
      const slot = this.learned & candidateMask;
      const h = candidates.at[slot] ?? 0;
      if (h > until) break;
      this.learned++;
      this.learnOne(slot, h);
    }
  }

  /** Learns from one candidate, after ruling out one that cannot be this patient's QRS. */
  private learnOne(slot: number, h: number): void {
    const { candidates, memory, atrial } = this;
    const { half } = this.bands;
    const odds = candidates.log_odds[slot] ?? 0;
    if (odds === impossible) return;
    const height = candidates.height[slot] ?? 0;
    const isLow = memory.isLow(height);
    const isSure = odds > learnable;
    const isChecked = isLow && odds > surelyNone;
    const isP = isChecked && atrial.liesAt(half, h);
    const isUnlike = isChecked && this.isUnlike(h);
    this.low[slot] = Number(isLow && (!isChecked || isP || isUnlike));
    this.contact[slot] = 0;
    if (isP || memory.rejects(h, height, candidates.fast_ratio[slot] ?? 0, { isSure, isUnlike })) {
      candidates.log_odds[slot] = impossible;
      const isShrunken = !isP && this.lost.takeLow(half, h, { height, odds, like: this.like });
      this.contact[slot] = isShrunken ? shrunken : 0;
      return;
    }
    if (!isSure) return;
    if (memory.hasMistaken()) this.forgetShapes();
    if (isLow && this.lost.hasGrown(h, height)) this.contact[slot] = grown;
    this.usual.learn(half, h);
    if (!isLow) this.lost.takeBeat(half, h);
  }

  /** Restarts learning, because P waves were learned as shapes. */
  private forgetShapes(): void {
    this.usual = createNormalTemplates();
    this.atrial.forget();
  }

  /** Tells whether the signal around half-rate index `h` contains hardly anything of this patient's QRS shapes. */
  private isUnlike(h: number): boolean {
    this.usual.compare(this.bands.half, h, this.like);
    return this.like.gain < least;
  }

  /** Returns the first candidate that cannot be judged yet. */
  private judgeSecond(atEnd: boolean): number {
    const { candidates } = this;
    const newest = this.bands.complete();
    let i = this.secondDone;
    for (; i < this.firstDone; i++) {
      const slot = i & candidateMask;
      const h = candidates.at[slot] ?? 0;
      if (!atEnd && this.firstDone - i <= likelyReach && newest - h < longestWaitHalves) break;
      this.learn(i + likelyReach, h + likelyHalves);
      const odds = candidates.log_odds[slot] ?? 0;
      this.odds[slot] = odds;
      this.threshold[slot] = accepted;
      if (odds > surelyNone && odds < surelyBeat) this.judgeUncertain(i, h);
    }
    return i;
  }

  private judgeUncertain(i: number, h: number): void {
    const { row } = this;
    const slot = i & candidateMask;
    const at = slot * firstStageWidth;
    for (let k = 0; k < firstStageWidth; k++) row[k] = this.rows[at + k] ?? 0;
    secondStage(this.bands, this.candidates, this.usual, i, row, 0);
    this.sink.row?.(2, h, row);
    this.second.add(row, 0, slot);
    const rises = Math.max(0, (row[expectedErrorsColumn] ?? 0) - risesFrom);
    this.threshold[slot] = accepted + Math.min(risesAtMost, risesBy * rises);
  }

  private decide(i: number): void {
    const { candidates } = this;
    const slot = i & candidateMask;
    const h = candidates.at[slot] ?? 0;
    const threshold = this.threshold[slot] ?? 0;
    let odds = this.odds[slot] ?? 0;
    if (odds > threshold && !isPlausible(this.bands, h)) {
      odds = Math.min(odds, unknowable);
      this.sink.implausible?.(h);
    }
    const isNone = odds <= threshold;
    this.sink.judged(h, isNone && this.low[slot] === 1 ? impossible : odds, candidates.height[slot] ?? 0);
    if (this.contact[slot] === shrunken) this.sink.lost?.(h, h);
    if (isNone) return;
    if (this.contact[slot] === grown) this.sink.lost?.(this.lastBeat, h);
    this.lastBeat = h;
    if (this.pendingAt >= 0 && h - this.pendingAt < refractoryHalves) {
      if (odds <= this.pendingOdds) return;
      this.pendingAt = -1;
    }
    this.give();
    this.pendingAt = h;
    this.pendingOdds = odds;
  }

  private give(): void {
    if (this.pendingAt >= 0) this.sink.beat(this.pendingAt, this.pendingOdds);
    this.pendingAt = -1;
  }
}

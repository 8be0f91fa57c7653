/**
 * One lead from working-rate samples to measured beats. Beats are found by the detector, join a template at once,
 * and are measured against the dominant template a little later, so that the first beats of a recording are
 * compared with a normal beat that is already known.
 */
import { createLeadDetector } from './lead-detector.ts';
import type { DetectorModels, LeadDetector } from './lead-detector.ts';
import { envelopeReach, fastAt, slowAt } from '../kernel/envelope-sums.ts';
import { halfHz, halfRing, workHz } from './lead-bands.ts';
import { placeIn, unbroken } from './ring.ts';
import { logRatio } from './candidates.ts';
import {
  boundReach,
  compareWithDominant,
  emptyMeasure,
  findBounds,
  findPeak,
  shapeReach,
} from './beat-measure.ts';
import type { BeatMeasure } from './beat-measure.ts';
import { hasSpike, spikeReach } from './pacing.ts';
import { createTemplateBank } from './templates.ts';
import type { TemplateMatch } from './templates.ts';
import { createHeldInterval } from './held-interval.ts';

const halfMask = halfRing - 1;
/** A beat is measured once this much signal lies behind it. */
const measureDelay = 20 * halfHz;
/** Samples on each side of a beat that its measures look at. */
const workReach = Math.max(boundReach, spikeReach);
const halfReach = Math.max(shapeReach, envelopeReach);
const spareWork = new Float32Array(2 * workReach + 1);
const spareHalf = new Float32Array(2 * halfReach + 1);

export interface LeadBeat {
  /** Half-rate index of the R peak. */
  readonly h: number;
  readonly odds: number;
  readonly measure: BeatMeasure;
  readonly template: number;
  readonly own_like: number;
  readonly fast: number;
  readonly slow: number;
  readonly spike: boolean;
}
export interface LeadBeatsSink {
  beat(beat: LeadBeat): void;
  judged(h: number, logOdds: number, height: number): void;
}
export interface LeadBeats {
  readonly detector: LeadDetector;
  shapeOf(template: number): Float32Array;
  append(samples: Float32Array, from: number, count: number): void;
  finish(): void;
  /** Half-rate index before which every beat was given. */
  settled(): number;
}

interface Waiting {
  h: number;
  odds: number;
  peak: number;
  template: number;
  own_like: number;
}

export function createLeadBeats(models: DetectorModels, sink: LeadBeatsSink): LeadBeats {
  return new MeasuredBeats(models, sink);
}

class MeasuredBeats implements LeadBeats {
  readonly detector: LeadDetector;
  private readonly sink: LeadBeatsSink;
  private readonly bank = createTemplateBank();
  private readonly match: TemplateMatch = { id: 0, slot: 0, correlation: 0, shift: 0 };
  private waiting: Waiting[] = [];
  private head = 0;
  private lastPeak = -1;
  private readonly usual = createHeldInterval(0.8 * workHz);

  constructor(models: DetectorModels, sink: LeadBeatsSink) {
    this.sink = sink;
    this.detector = createLeadDetector(models, {
      judged: (h, odds, height) => {
        sink.judged(h, odds, height);
      },
      beat: (h, odds) => {
        this.learn(h, odds);
      },
    });
  }

  append(samples: Float32Array, from: number, count: number): void {
    this.detector.append(samples, from, count);
    this.give(this.detector.bands.complete() - measureDelay);
  }

  finish(): void {
    this.detector.finish();
    this.give(Infinity);
  }

  settled(): number {
    const measured = this.detector.bands.complete() - measureDelay;
    return Math.min(this.detector.settled(), this.waiting[this.head]?.h ?? Infinity, measured);
  }

  shapeOf(template: number): Float32Array {
    return this.bank.shapeOf(template);
  }

  /** A found beat joins its template; a premature one weighs less in the choice of the dominant template. */
  private learn(h: number, odds: number): void {
    const { bands } = this.detector;
    const peak = findPeak(bands, h);
    const at = Math.round(peak / 2);
    const interval = this.lastPeak < 0 ? this.usual.value() : peak - this.lastPeak;
    const weight = interval > 0.88 * this.usual.value() ? 1 : 0.2;
    this.usual.add(interval);
    this.lastPeak = peak;
    this.bank.learn(bands.half, at, weight, this.match);
    this.waiting.push({ h: at, odds, peak, template: this.match.id, own_like: this.match.correlation });
  }

  private give(until: number): void {
    for (let beat = this.waiting[this.head]; beat && beat.h < until; beat = this.waiting[this.head]) {
      this.sink.beat(this.measured(beat));
      this.head++;
    }
    if (this.head > 256) {
      this.waiting = this.waiting.slice(this.head);
      this.head = 0;
    }
  }

  private measured(beat: Waiting): LeadBeat {
    const { work, half, mid } = this.detector.bands;
    const measure = emptyMeasure();
    measure.peak = beat.peak;
    const centre = Math.round(beat.peak);
    const near = unbroken(work, centre - workReach, 2 * workReach + 1, spareWork);
    const nearAt = placeIn(near, work, centre - workReach) + workReach;
    findBounds(near, nearAt, measure);
    const wide = unbroken(half, beat.h - halfReach, 2 * halfReach + 1, spareHalf);
    const wideAt = placeIn(wide, half, beat.h - halfReach) + halfReach;
    const shape = this.bank.shapes[Math.max(0, this.bank.dominant())];
    if (shape) compareWithDominant(wide, wideAt, shape, measure);
    const height = mid[beat.h & halfMask] ?? 0;
    return {
      h: beat.h,
      odds: beat.odds,
      measure,
      template: beat.template,
      own_like: beat.own_like,
      fast: logRatio(fastAt(wide, wideAt), height),
      spike: hasSpike(near, nearAt),
      slow: logRatio(slowAt(wide, wideAt), height),
    };
  }
}

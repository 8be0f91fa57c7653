/**
 * Turns the working-rate samples of one lead into measured beats. The detector finds beats and each joins a template at
 * once. It is measured against the dominant template a little later, so that the first beats of a recording are
 * compared with a normal beat that is already known.
 */
import { createLeadDetector } from './lead-detector.ts';
import type { DetectorModels, LeadDetector } from './lead-detector.ts';
import { envelopeReach, fastAt, slowAt } from '../kernel/envelope-sums.ts';
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import { nearReach } from '../kernel/kernel-sizes.ts';
import { halfHz, halfRing, workHz } from './lead-bands.ts';
import { copyFromRing, placeIn, unbroken } from './ring.ts';
import { logRatio } from './candidates.ts';
import { compareWithDominant, emptyMeasure, findBounds, findPeak, shapeReach } from './beat-measure.ts';
import type { BeatBefore, BeatMeasure } from './beat-measure.ts';
import { BlockedLine } from './blocked-line.ts';
import { followsStimulus, hasSpike } from './pacing.ts';
import { LonePWaves } from './lone-p-waves.ts';
import { LongPrs } from './long-pr.ts';
import { PWaves } from './p-waves.ts';
import { createTemplateBank } from './templates.ts';
import type { TemplateMatch } from './templates.ts';
import { createBaselineRr } from './baseline-rr.ts';

const halfMask = halfRing - 1;
/** Half-rate samples of signal after a beat before it is measured. */
const measureDelay = 20 * halfHz;
/** Half-rate samples on each side of a beat that its measures use. */
const halfReach = Math.max(shapeReach, envelopeReach);
const spareHalf = new Float32Array(2 * halfReach + 1);
const noShape = new Float32Array();
/**
 * Ring for beats that wait to be measured: enough for five per second over the time that the detector and this module
 * may delay.
 */
const waitingRing = 512;
const waitingMask = waitingRing - 1;

export interface LeadBeat {
  /** Half-rate index of the R peak. */
  h: number;
  odds: number;
  readonly measure: BeatMeasure;
  template: number;
  own_like: number;
  fast: number;
  slow: number;
  spike: boolean;
}
export interface LeadBeatsSink {
  /** Receives a measured beat. It is the same object every time; the receiver must copy what it keeps. */
  beat(beat: LeadBeat): void;
  judged(h: number, logOdds: number, height: number): void;
  implausible(h: number): void;
  lost(from: number, until: number): void;
  /** Tells whether a spike was removed between two positions in working-rate samples. */
  readonly hasSpike: (from: number, until: number) => boolean;
}
export interface LeadBeats {
  readonly detector: LeadDetector;
  /** P waves that no QRS follows. */
  readonly lone_p_waves: LonePWaves;
  /** P waves around intervals in which one seems not to be conducted. */
  readonly p_waves: PWaves;
  readonly long_prs: LongPrs;
  shapeOf(template: number): Float32Array;
  /** Returns the input of the shape network for a template. */
  pairOf(template: number): Float32Array;
  append(samples: Float32Array, from: number, count: number): void;
  finish(): void;
  /** Returns the half-rate index before which every beat was reported. */
  settled(): number;
}

export function createLeadBeats(models: DetectorModels, sink: LeadBeatsSink): LeadBeats {
  return new MeasuredBeats(models, sink);
}

class MeasuredBeats implements LeadBeats {
  readonly detector: LeadDetector;
  readonly lone_p_waves: LonePWaves;
  readonly p_waves: PWaves;
  readonly long_prs = new LongPrs();
  private readonly sink: LeadBeatsSink;
  private readonly kernel = kernelOfThread();
  private readonly bank = createTemplateBank();
  private readonly blocked = new BlockedLine();
  private readonly match: TemplateMatch = { id: 0, slot: 0, correlation: 0, shift: 0 };
  /** Ring of found beats until they are measured. */
  private readonly h = new Float64Array(waitingRing);
  private readonly odds = new Float64Array(waitingRing);
  private readonly peak = new Float64Array(waitingRing);
  private readonly template = new Int32Array(waitingRing);
  private readonly own_like = new Float64Array(waitingRing);
  private found = 0;
  private given = 0;
  private readonly beat: LeadBeat = {
    h: 0,
    odds: 0,
    measure: emptyMeasure(),
    template: 0,
    own_like: 0,
    fast: 0,
    slow: 0,
    spike: false,
  };
  private readonly before: BeatBefore = { shape: noShape, ago: Infinity };
  private lastPeak = -1;
  private readonly usual = createBaselineRr(0.8 * workHz);

  constructor(models: DetectorModels, sink: LeadBeatsSink) {
    this.sink = sink;
    this.detector = createLeadDetector(models, {
      judged: (h, odds, height) => {
        sink.judged(h, odds, height);
      },
      implausible: (h) => {
        sink.implausible(h);
      },
      lost: (from, until) => {
        sink.lost(from, until);
      },
      beat: (h, odds) => {
        this.lone_p_waves.beat(this.detector.bands.half, h);
        this.p_waves.beat(this.detector.bands.half, h);
        this.learn(h, odds);
      },
    });
    this.lone_p_waves = new LonePWaves(this.detector.atrial);
    this.p_waves = new PWaves(this.detector.atrial);
  }

  append(samples: Float32Array, from: number, count: number): void {
    this.detector.append(samples, from, count);
    this.lone_p_waves.look(this.detector.bands.half, this.detector.settled());
    this.give(this.detector.bands.complete() - measureDelay);
  }

  finish(): void {
    this.detector.finish();
    this.lone_p_waves.look(this.detector.bands.half, this.detector.settled());
    this.give(Infinity);
  }

  settled(): number {
    const measured = this.detector.bands.complete() - measureDelay;
    const first = this.given < this.found ? (this.h[this.given & waitingMask] ?? 0) : Infinity;
    const detected = this.detector.settled();
    return Math.min(this.blocked.settled(detected), detected, first, measured);
  }

  shapeOf(template: number): Float32Array {
    return this.bank.shapeOf(template);
  }

  pairOf(template: number): Float32Array {
    return this.bank.pairOf(template);
  }

  /** Adds a found beat to its template; a premature one has less weight in the choice of the dominant template. */
  private learn(h: number, odds: number): void {
    const { bands } = this.detector;
    const peak = findPeak(bands, h);
    const at = Math.round(peak / 2);
    const interval = this.lastPeak < 0 ? this.usual.value() : peak - this.lastPeak;
    const weight = interval > 0.88 * this.usual.value() ? 1 : 0.2;
    this.usual.add(interval);
    this.lastPeak = peak;
    this.bank.learn(bands.half, at, weight, this.match);
    const usual = this.bank.shapes[this.bank.dominant()] ?? noShape;
    const gap = this.blocked.beat(bands.half, at, { odds, template: this.match.id }, usual);
    if (gap) this.sink.lost(gap.from, gap.until);
    if (this.match.slot === this.bank.dominant()) this.long_prs.beat(bands.half, at, interval / 2);
    const slot = this.found++ & waitingMask;
    this.h[slot] = at;
    this.odds[slot] = odds;
    this.peak[slot] = peak;
    this.template[slot] = this.match.id;
    this.own_like[slot] = this.match.correlation;
  }

  private give(until: number): void {
    for (; this.given < this.found; this.given++) {
      const slot = this.given & waitingMask;
      if ((this.h[slot] ?? 0) >= until) return;
      this.measure(slot);
      this.sink.beat(this.beat);
    }
  }

  /** Returns the beat reported before the one at half-rate index `h`. */
  private beatBefore(h: number): BeatBefore {
    const slot = (this.given - 1) & waitingMask;
    this.before.ago = this.given === 0 ? Infinity : h - (this.h[slot] ?? 0);
    this.before.shape = this.given === 0 ? noShape : this.bank.shapeOf(this.template[slot] ?? 0);
    return this.before;
  }

  private measure(slot: number): void {
    const { beat } = this;
    const { work, half, mid } = this.detector.bands;
    const { measure } = beat;
    beat.h = this.h[slot] ?? 0;
    beat.odds = this.odds[slot] ?? 0;
    beat.template = this.template[slot] ?? 0;
    beat.own_like = this.own_like[slot] ?? 0;
    measure.peak = this.peak[slot] ?? 0;
    const centre = Math.round(measure.peak);
    copyFromRing(work, centre - nearReach, 2 * nearReach + 1, this.kernel.near_work);
    findBounds(this.kernel, measure);
    beat.spike = hasSpike(this.kernel) || followsStimulus(measure.peak, this.sink.hasSpike);
    const wide = unbroken(half, beat.h - halfReach, 2 * halfReach + 1, spareHalf);
    const wideAt = placeIn(wide, half, beat.h - halfReach) + halfReach;
    const shape = this.bank.shapes[Math.max(0, this.bank.dominant())];
    if (shape) compareWithDominant(wide, wideAt, shape, this.beatBefore(beat.h), measure);
    const height = mid[beat.h & halfMask] ?? 0;
    beat.fast = logRatio(fastAt(wide, wideAt), height);
    beat.slow = logRatio(slowAt(wide, wideAt), height);
  }
}

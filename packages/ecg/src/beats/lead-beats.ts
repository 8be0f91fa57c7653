/**
 * One lead from working-rate samples to measured beats. Beats are found by the detector, join a template at once,
 * and are measured against the dominant template a little later, so that the first beats of a recording are
 * compared with a normal beat that is already known.
 */
import { createLeadDetector } from './lead-detector.ts';
import type { DetectorModels, LeadDetector } from './lead-detector.ts';
import { fastAt, halfHz, halfRing, slowAt } from './lead-bands.ts';
import { logRatio } from './candidates.ts';
import { compareWithDominant, emptyMeasure, findBounds, findPeak } from './beat-measure.ts';
import type { BeatMeasure } from './beat-measure.ts';
import { hasSpike } from './pacing.ts';
import { createTemplateBank } from './templates.ts';
import type { TemplateMatch } from './templates.ts';

const halfMask = halfRing - 1;
/** A beat is measured once this much signal lies behind it. */
const measureDelay = 20 * halfHz;

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
  const bank = createTemplateBank();
  const waiting: Waiting[] = [];
  const match: TemplateMatch = { id: 0, slot: 0, correlation: 0, shift: 0 };
  let lastPeak = -1;
  let usual = 0.8 * 250;
  let head = 0;
  const detector = createLeadDetector(models, {
    judged: (h, odds, height) => sink.judged(h, odds, height),
    beat(h, odds) {
      const peak = findPeak(detector.bands, h);
      const at = Math.round(peak / 2);
      const interval = lastPeak < 0 ? usual : peak - lastPeak;
      const inTime = interval > 0.88 * usual ? 1 : 0.2;
      usual += 0.03 * (Math.max(60, Math.min(500, interval)) - usual);
      lastPeak = peak;
      bank.learn(detector.bands.half, at, inTime, match);
      waiting.push({ h: at, odds, peak, template: match.id, own_like: match.correlation });
    },
  });

  function measured(beat: Waiting): LeadBeat {
    const { bands } = detector;
    const measure = emptyMeasure();
    measure.peak = beat.peak;
    findBounds(bands, beat.peak, measure);
    const shape = bank.shapes[Math.max(0, bank.dominant())];
    if (shape) compareWithDominant(bands.half, beat.h, shape, measure);
    const mid = bands.mid[beat.h & halfMask] ?? 0;
    return {
      h: beat.h,
      odds: beat.odds,
      measure,
      template: beat.template,
      own_like: beat.own_like,
      fast: logRatio(fastAt(bands.half, beat.h), mid),
      spike: hasSpike(bands.work, beat.peak),
      slow: logRatio(slowAt(bands.half, beat.h), mid),
    };
  }

  function give(until: number): void {
    while (head < waiting.length) {
      const beat = waiting[head];
      if (!beat || beat.h >= until) break;
      sink.beat(measured(beat));
      head++;
    }
    if (head > 256) {
      waiting.splice(0, head);
      head = 0;
    }
  }

  return {
    detector,
    shapeOf: (template) => bank.shapeOf(template),
    append(samples, from, count) {
      detector.append(samples, from, count);
      give(detector.bands.complete() - measureDelay);
    },
    finish() {
      detector.finish();
      give(Infinity);
    },
    settled: () =>
      Math.min(detector.settled(), waiting[head]?.h ?? Infinity, detector.bands.complete() - measureDelay),
  };
}

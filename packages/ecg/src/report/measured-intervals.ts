/**
 * Measures PR, QT and QTc of a recording on normal beats spread evenly over it: beats with normal neighbours, outside
 * of fibrillation and flutter, in readable seconds. Waves that are not visible on a beat are not measured there.
 *
 * QTc after Fridericia (1920): QT divided by the cube root of the interval before the beat, in seconds.
 */
import { byteN } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { delineate } from '../beats/delineate.ts';
import type { Wave } from '../beats/delineate.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { countedIntervals } from '../rhythm/intervals.ts';
import type { EpisodeSpan } from '../rhythm/episode-marks.ts';
import type { Quality } from '../signal/quality.ts';
import { spreadOf } from './spread.ts';
import type { Spread } from './spread.ts';

export interface IntervalPlace {
  readonly lead: number;
  /** Range of the signal to read. */
  readonly start_sample: number;
  readonly end_sample: number;
  /** R peaks before, of and after the beat, relative to `start_sample`. */
  readonly peaks: readonly [number, number, number];
}

export interface MeasuredIntervals {
  readonly pr: Spread | null;
  readonly qt: Spread | null;
  readonly qtc: Spread | null;
}

const places = 60;
const aroundS = 0.7;
/** Certainty of fibrillation, in percent, above which no beat is measured. */
const afPercent = 10;

/** @param episodes those of the reading, which users may have drawn or rejected */
export function intervalPlaces(
  beats: BeatTable,
  quality: Quality,
  episodes: readonly EpisodeSpan[],
): IntervalPlace[] {
  const { rr } = countedIntervals(beats, quality);
  const { samples, classes, af, leads, sampling_hz: hz } = beats;
  const fibrillating = new Uint8Array(samples.length);
  for (const { kind, start_sample, end_sample } of episodes)
    if (kind === 'af' || kind === 'afl')
      fibrillating.fill(1, lowerBound(samples, start_sample), lowerBound(samples, end_sample + 1));
  const isFit = (i: number): boolean =>
    [i - 1, i, i + 1].every((k) => classes[k] === byteN && (af[k] ?? 0) <= afPercent) &&
    fibrillating[i] === 0 &&
    (rr[i] ?? 0) > 0 &&
    (rr[i + 1] ?? 0) > 0;
  const around = Math.round(aroundS * hz);
  const found: IntervalPlace[] = [];
  for (let piece = 0; piece < places; piece++) {
    const last = Math.floor(((piece + 1) * samples.length) / places) - 1;
    let i = Math.max(1, Math.floor((piece * samples.length) / places));
    while (i < last && !isFit(i)) i++;
    if (i >= last) continue;
    const start_sample = Math.max(0, (samples[i - 1] ?? 0) - around);
    const end_sample = Math.min(beats.length, (samples[i + 1] ?? 0) + around);
    const at = (k: number): number => (samples[k] ?? 0) - start_sample;
    found.push({ lead: leads[i] ?? 0, start_sample, end_sample, peaks: [at(i - 1), at(i), at(i + 1)] });
  }
  return found;
}

export interface MeasuredSignal {
  readonly place: IntervalPlace;
  /** Samples from `start_sample` to `end_sample` (exclusive). */
  readonly signal: Float32Array;
}

const ms = (hz: number, from: number, to: number): number => Math.round((1000 * (to - from)) / hz);

function measure({ place, signal }: MeasuredSignal, hz: number) {
  const waves = delineate(signal, hz, place.peaks)[1] ?? null;
  if (waves === null) return { pr: [], qt: [], qtc: [] };
  const { p, qrs, t } = waves;
  const [before, peak] = place.peaks;
  const between = (wave: Wave | null, of: (wave: Wave) => number): number[] =>
    wave === null ? [] : [of(wave)];
  const qt = between(t, ({ offset }) => ms(hz, qrs.onset, offset));
  const rrS = (peak - before) / hz;
  return {
    pr: between(p, ({ onset }) => ms(hz, onset, qrs.onset)),
    qt,
    qtc: qt.map((one) => Math.round(one / Math.cbrt(rrS))),
  };
}

export function measureIntervals(signals: readonly MeasuredSignal[], hz: number): MeasuredIntervals {
  const measured = signals.map((one) => measure(one, hz));
  return {
    pr: spreadOf(measured.flatMap(({ pr }) => pr)),
    qt: spreadOf(measured.flatMap(({ qt }) => qt)),
    qtc: spreadOf(measured.flatMap(({ qtc }) => qtc)),
  };
}

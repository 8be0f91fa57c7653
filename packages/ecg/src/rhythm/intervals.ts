/**
 * RR intervals that may be counted: both beats and every second between them lie in analysed time. Everything that
 * is said about rate, pauses, runs and variability goes through here, so noise never becomes a pause or a run.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';

export interface Intervals {
  /** Seconds from the beat before; 0 where that interval is not counted. */
  readonly rr: Float32Array;
  /** 1 where the beat lies in analysed time. */
  readonly counted: Uint8Array;
}

export function countedIntervals(beats: BeatTable, quality: Quality): Intervals {
  const { samples, sampling_hz: hz } = beats;
  const bad = new Uint32Array(quality.seconds + 1);
  for (let s = 0; s < quality.seconds; s++) {
    bad[s + 1] = (bad[s] ?? 0) + (quality.used[s] === qualityCode.usable ? 0 : 1);
  }
  const rr = new Float32Array(samples.length);
  const counted = new Uint8Array(samples.length);
  const last = quality.seconds - 1;
  let before = 0;
  let beforeSecond = 0;
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] ?? 0;
    const second = Math.min(last, Math.floor(sample / hz));
    counted[i] = (bad[second + 1] ?? 0) === (bad[second] ?? 0) ? 1 : 0;
    if (i > 0 && (bad[second + 1] ?? 0) === (bad[beforeSecond] ?? 0)) rr[i] = (sample - before) / hz;
    before = sample;
    beforeSecond = second;
  }
  return { rr, counted };
}

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

/** A beat was missed where an interval is twice its neighbours to this share, and they agree to it with each other. */
const agree = 0.1;

/**
 * The counted intervals from which the extremes are taken: those next to a second that cannot be read are left out,
 * as one as long as two of its neighbours, which is a missed beat more often than a pause; one of `longest_s` and
 * more is a finding of its own and stays.
 */
export function soundIntervals(
  beats: BeatTable,
  quality: Quality,
  { rr }: Intervals,
  longest_s: number,
): Float32Array {
  const { samples, sampling_hz: hz } = beats;
  const readable = (second: number): boolean =>
    second < 0 || second >= quality.seconds || quality.used[second] === qualityCode.usable;
  const sound = rr.slice();
  for (let i = 1; i < rr.length; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    const from = Math.floor((samples[i - 1] ?? 0) / hz) - 1;
    const to = Math.floor((samples[i] ?? 0) / hz) + 1;
    const isBesideUnread = !readable(from) || !readable(to);
    if (isBesideUnread || (value < longest_s && isDouble(rr, i))) sound[i] = 0;
  }
  return sound;
}

function isDouble(rr: Float32Array, i: number): boolean {
  const a = rr[i - 2] ?? 0;
  const b = rr[i - 1] ?? 0;
  const c = rr[i + 1] ?? 0;
  const d = rr[i + 2] ?? 0;
  if (!(a > 0 && b > 0 && c > 0 && d > 0)) return false;
  const mean = (a + b + c + d) / 4;
  return (
    isLike(rr[i] ?? 0, 2 * mean) && isLike(a, mean) && isLike(b, mean) && isLike(c, mean) && isLike(d, mean)
  );
}

const isLike = (value: number, wanted: number): boolean => Math.abs(value - wanted) <= agree * wanted;

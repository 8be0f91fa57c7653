/**
 * Computes the RR intervals that may be counted: both beats and every second between them are in analysed time. Rates,
 * pauses, runs and variability all use these intervals, so noise never becomes a pause or a run.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { carriedBytes, carriedFloats } from './changed-beats.ts';
import type { ChangedBeats } from './changed-beats.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';

export interface Intervals {
  /** Seconds since the previous beat; 0 if the interval is not counted. */
  readonly rr: Float32Array;
  /** 1 if the beat is in analysed time. */
  readonly counted: Uint8Array;
}

/** Intervals are stored in single precision: an interval is off by less than this, in seconds. */
export const roundingS = 1e-6;

/** Tells whether an interval is as long as a pause; one of exactly that length is. */
export const isPauseLong = (rr: number, pause_s: number): boolean => rr >= pause_s - roundingS;

export type BeatTimes = Pick<BeatTable, 'samples' | 'sampling_hz'>;

/** Returns for each second how many seconds before it are unreadable. */
export function unreadBefore(quality: Quality): Uint32Array {
  const bad = new Uint32Array(quality.seconds + 1);
  for (let s = 0; s < quality.seconds; s++) {
    bad[s + 1] = (bad[s] ?? 0) + (quality.used[s] === qualityCode.usable ? 0 : 1);
  }
  return bad;
}

/** Computes the intervals that end at beats `from` to `to` (exclusive). */
function fillIntervals(
  { rr, counted }: Intervals,
  { samples, sampling_hz: hz }: BeatTimes,
  bad: Uint32Array,
  from: number,
  to: number,
): void {
  const last = bad.length - 2;
  let before = from > 0 ? (samples[from - 1] ?? 0) : 0;
  let beforeSecond = from > 0 ? Math.min(last, Math.floor(before / hz)) : 0;
  for (let i = from; i < to; i++) {
    const sample = samples[i] ?? 0;
    const second = Math.min(last, Math.floor(sample / hz));
    counted[i] = (bad[second + 1] ?? 0) === (bad[second] ?? 0) ? 1 : 0;
    const isRead = i > 0 && (bad[second + 1] ?? 0) === (bad[beforeSecond] ?? 0);
    rr[i] = isRead ? (sample - before) / hz : 0;
    before = sample;
    beforeSecond = second;
  }
}

export function countedIntervals(
  beats: BeatTimes,
  quality: Quality,
  bad: Uint32Array = unreadBefore(quality),
): Intervals {
  const count = beats.samples.length;
  const intervals = { rr: new Float32Array(count), counted: new Uint8Array(count) };
  fillIntervals(intervals, beats, bad, 0, count);
  return intervals;
}

/**
 * Updates the intervals `was` after some beats moved, were added or were removed; the memory of `spare` is overwritten.
 */
export function changedIntervals(
  was: Intervals,
  beats: BeatTable,
  bad: Uint32Array,
  changed: ChangedBeats,
  spare?: Intervals,
): Intervals {
  const intervals = {
    rr: carriedFloats(was.rr, changed, spare?.rr),
    counted: carriedBytes(was.counted, changed, spare?.counted),
  };
  const until = Math.min(beats.samples.length, changed.until + 1);
  fillIntervals(intervals, beats, bad, changed.from, until);
  return intervals;
}

/** A beat was missed if an interval is twice its neighbours and the neighbours are equal, both within this share. */
const agree = 0.1;

/**
 * Returns the counted intervals from which extremes are taken. It leaves out intervals next to an unreadable second,
 * and intervals twice as long as their neighbours: those are more often a missed beat than a pause. An interval of
 * `longest_s` or more is a finding of its own and is kept.
 */
export function soundIntervals(
  beats: BeatTable,
  quality: Quality,
  { rr }: Intervals,
  longest_s: number,
): Float32Array {
  const sound = rr.slice();
  leaveOutUnsound(sound, beats, quality, { rr, longest_s }, 1, rr.length);
  return sound;
}

/** Neighbours on each side that decide about an interval. */
export const soundReach = 2;

/** Updates `was` after some intervals changed; the memory of `spare` is overwritten. */
export function changedSound(
  was: Float32Array,
  beats: BeatTable,
  quality: Quality,
  of: { readonly rr: Float32Array; readonly longest_s: number },
  changed: ChangedBeats,
  spare?: Float32Array,
): Float32Array {
  const { rr } = of;
  const sound = carriedFloats(was, changed, spare);
  const from = Math.max(0, changed.from - soundReach);
  const to = Math.min(rr.length, changed.until + 1 + soundReach);
  sound.set(rr.subarray(from, to), from);
  leaveOutUnsound(sound, beats, quality, of, Math.max(1, from), to);
  return sound;
}

function leaveOutUnsound(
  sound: Float32Array,
  { samples, sampling_hz: hz }: BeatTable,
  quality: Quality,
  { rr, longest_s }: { readonly rr: Float32Array; readonly longest_s: number },
  first: number,
  until: number,
): void {
  const readable = (second: number): boolean =>
    second < 0 || second >= quality.seconds || quality.used[second] === qualityCode.usable;
  for (let i = first; i < until; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    const from = Math.floor((samples[i - 1] ?? 0) / hz) - 1;
    const to = Math.floor((samples[i] ?? 0) / hz) + 1;
    const isBesideUnread = !readable(from) || !readable(to);
    if (isBesideUnread || (!isPauseLong(value, longest_s) && isDouble(rr, i))) sound[i] = 0;
  }
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

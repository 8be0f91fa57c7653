/** Returns the RR intervals used to detect fibrillation: counted intervals between beats that are not ventricular. */
import { byteF, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { release } from '../beats/release.ts';
import type { Quality } from '../signal/quality.ts';
import { mendIntervals } from './mend-intervals.ts';
import { type BeatTimes, countedIntervals, unreadBefore } from './intervals.ts';

const shortest = 0.15;
const longest = 3;

export function afIntervals(beats: BeatTimes & Pick<BeatTable, 'classes'>, quality: Quality): Float32Array {
  const bad = unreadBefore(quality);
  const { rr, counted } = countedIntervals(beats, quality, bad);
  release(bad, counted);
  const ventricular = (i: number): boolean => beats.classes[i] === byteV || beats.classes[i] === byteF;
  for (let i = 0; i < rr.length; i++) {
    const value = rr[i] ?? 0;
    if (value < shortest || value > longest || ventricular(i) || ventricular(i - 1)) rr[i] = 0;
  }
  mendIntervals(rr);
  return rr;
}

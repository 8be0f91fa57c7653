/**
 * Assigns the P waves of one lead to the beats of the recording. Yields sections of successive intervals, each with
 * its P waves, one at a time, since those of thirty days take a hundred megabytes. An interval is included if its beats
 * are those of the lead, the lead was searched for P waves and the signal is readable. Paced beats and fibrillation end
 * a section.
 */
import { byteP } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { halfHz } from '../beats/lead-bands.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import type { FoundPWaves } from '../beats/p-waves.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';

/** Percent from which a beat fibrillates. */
const fibrillates = 50;
/** Largest distance in seconds between a beat of this lead and the same beat of the recording. */
const sameBeat = 0.1;
/** Most intervals in a section. */
const mostIntervals = 192;
/** Shortest and longest distance in seconds from a conducted P wave to the R peak. */
const [shortestPr, longestPr] = [0.1, 0.45];

/** An interval between two beats with its P waves. All times are in seconds. */
export interface PInterval {
  /** Index of the beat at its start. */
  readonly beat: number;
  readonly from: number;
  readonly to: number;
  /** All P waves. */
  readonly places: readonly number[];
  /** P waves that do not lead to the beat at its end, and their likeness to the patient's P wave, 0 to 1. */
  readonly dropped: readonly number[];
  readonly likes: readonly number[];
  /** The P wave that leads to the beat at its end; null if none is seen. */
  readonly conducted: number | null;
}

/** Yields the sections of two intervals and more. */
export function* pSections(
  beats: BeatTable,
  quality: Quality,
  lead: number,
  found: FoundPWaves,
): Generator<readonly PInterval[]> {
  const { samples, sampling_hz: hz } = beats;
  for (let k = 0; k < found.looked.length; k += 2) {
    const until = (found.looked[k + 1] ?? 0) / halfHz + sameBeat;
    let section: PInterval[] = [];
    for (let i = lowerBound(samples, ((found.looked[k] ?? 0) / halfHz - sameBeat) * hz); ; i++) {
      const to = (samples[i + 1] ?? Infinity) / hz;
      if (to > until) break;
      const from = (samples[i] ?? 0) / hz;
      const isRead = isReadable(beats, quality, lead, i, from, to);
      if (!isRead || section.length >= mostIntervals) {
        if (section.length > 1) yield section;
        section = [];
      }
      if (isRead) section.push(intervalOf(i, from, to, found));
    }
    if (section.length > 1) yield section;
  }
}

function isReadable(
  { af, classes, leads: leadOf }: BeatTable,
  { leads, used }: Quality,
  lead: number,
  beat: number,
  from: number,
  to: number,
): boolean {
  if (leadOf[beat] !== lead || (af[beat] ?? 0) >= fibrillates) return false;
  if (classes[beat] === byteP || classes[beat + 1] === byteP) return false;
  for (let s = Math.floor(from); s <= Math.floor(to); s++)
    if (used[s] !== qualityCode.usable || leads[lead]?.[s] !== qualityCode.usable) return false;
  return true;
}

function intervalOf(beat: number, from: number, to: number, { places, likes }: FoundPWaves): PInterval {
  const first = lowerBound(places, from * halfHz);
  const after = lowerBound(places, to * halfHz);
  const seen: number[] = [];
  const seenLikes: number[] = [];
  for (let k = first; k < after; k++) {
    seen.push((places[k] ?? 0) / halfHz);
    seenLikes.push((likes[k] ?? 0) / 100);
  }
  const pr = to - (seen.at(-1) ?? 0);
  const isConducted = after > first && pr >= shortestPr && pr <= longestPr;
  return {
    ...{ beat, from, to, places: seen },
    dropped: isConducted ? seen.slice(0, -1) : seen,
    likes: isConducted ? seenLikes.slice(0, -1) : seenLikes,
    conducted: isConducted ? to - pr : null,
  };
}

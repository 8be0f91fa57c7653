/**
 * Finds episodes of atrial fibrillation: beats in a row whose AF certainty reaches `af_percent`, for at least `af_s`.
 * Atrial flutter is included only where it is not named: flutter with changing conduction whose waves are not seen
 * (`atrial-flutter`) may look the same in the intervals.
 *
 * Only beats in analysed time count. More than ten seconds without such a beat end an episode, whatever was detected in
 * between. The burden is episode time divided by analysed time; unanalysed seconds are left out of both.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import type { Criteria } from '../criteria/criteria.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';
import { grownBy, renewed } from './changed-beats.ts';
import type { ChangedBeats } from './changed-beats.ts';
import type { EpisodeList } from './episode-list.ts';
import type { Intervals } from './intervals.ts';
import type { AfFigures } from './summary.ts';

const longestGapS = 10;
/** A shorter recording is one episode if half of its analysed time fibrillates. */
const shortRecordingS = 60;

/** A span of beats; both ends are included. */
export interface BeatSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns all spans. With `changed`, it computes only the spans near the changed beats and takes the others from `was`.
 */
export function fibrillatingSpans(
  beats: BeatTable,
  { counted }: Intervals,
  criteria: Criteria,
  analysedS: number,
  was: readonly BeatSpan[] = [],
  changed?: ChangedBeats,
): BeatSpan[] {
  const { samples, af, sampling_hz: hz } = beats;
  const spans: BeatSpan[] = [];
  const percent = criteria.af_percent;
  const isShort = beats.length < shortRecordingS * hz;
  const shortestS = isShort ? Math.min(criteria.af_s, analysedS / 2) : criteria.af_s;
  const isOther = (i: number): boolean => counted[i] !== 0 && (af[i] ?? 0) < percent;
  // A counted beat that does not fibrillate ends every episode before it, so the scan starts and ends behind such a
  // beat.
  let from = changed?.from ?? 0;
  while (from > 0 && !isOther(from - 1)) from--;
  let i = from;
  for (; i < samples.length; i++) {
    if (changed !== undefined && i > changed.until && isOther(i - 1)) break;
    if (counted[i] === 0 || (af[i] ?? 0) < percent) continue;
    const last = lastOfEpisode(beats, counted, percent, i);
    if (((samples[last] ?? 0) - (samples[i] ?? 0)) / hz >= shortestS) spans.push({ first: i, last });
    i = last;
  }
  return changed === undefined ? spans : renewed(was, spans, { from, until: i, grown: grownBy(changed) });
}

export function findAf(
  beats: BeatTable,
  quality: Quality,
  found: readonly BeatSpan[],
  episodes: EpisodeList,
  analysedS: number,
): { figures: AfFigures; seconds: Uint8Array } {
  const { samples, sampling_hz: hz } = beats;
  const seconds = new Uint8Array(quality.seconds);
  const figures = { episodes: 0, longest: 0 };
  const count = (start: number, end: number): void => {
    figures.episodes++;
    figures.longest = Math.max(figures.longest, (end - start) / hz);
    mark(seconds, quality, start / hz, end / hz);
  };
  for (const { first, last } of found) {
    if (episodes.add('af', first, last)) count(samples[first] ?? 0, samples[last] ?? 0);
  }
  for (const { start_sample, end_sample } of episodes.drawn('af')) count(start_sample, end_sample);
  const afS = marked(seconds, beats.length / hz);
  const burden = analysedS > 0 ? Math.min(1, afS / analysedS) : 0;
  return {
    figures: {
      episodes: figures.episodes,
      seconds: afS,
      burden: Math.round(burden * 1e5) / 1e5,
      longest_s: Math.round(figures.longest * 10) / 10,
    },
    seconds,
  };
}

function lastOfEpisode(beats: BeatTable, counted: Uint8Array, percent: number, first: number): number {
  const { samples, af, sampling_hz: hz } = beats;
  let end = first;
  for (let i = first + 1; i < samples.length; i++) {
    if ((samples[i] ?? 0) - (samples[end] ?? 0) > longestGapS * hz) break;
    if (counted[i] === 0) continue;
    if ((af[i] ?? 0) < percent) break;
    end = i;
  }
  return end;
}

/** Adds up the marked seconds; the last second of the recording counts only as long as it lasts. */
function marked(seconds: Uint8Array, durationS: number): number {
  const whole = Math.min(seconds.length, Math.floor(durationS));
  let counted = 0;
  for (let s = 0; s < whole; s++) counted += seconds[s] ?? 0;
  if (seconds[whole] === 1) counted += durationS - whole;
  return Math.round(1000 * counted) / 1000;
}

/** Returns the seconds with the analysed ones of further spans marked as well. */
export function withSpans(
  seconds: Uint8Array,
  { sampling_hz: hz }: BeatTable,
  quality: Quality,
  spans: readonly { readonly start_sample: number; readonly end_sample: number }[],
): Uint8Array {
  if (spans.length === 0) return seconds;
  const all = seconds.slice();
  for (const { start_sample, end_sample } of spans) mark(all, quality, start_sample / hz, end_sample / hz);
  return all;
}

/** Marks the analysed seconds of an episode. */
function mark(seconds: Uint8Array, quality: Quality, from: number, to: number): void {
  for (let s = Math.floor(from); s < Math.min(seconds.length, Math.ceil(to)); s++) {
    if (quality.used[s] === qualityCode.usable) seconds[s] = 1;
  }
}

/** Lists the beats of a stretch and summarises its rhythm, for strips and for patient events. */
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { beatClassFromByte } from '../labels/beat-labels.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { EpisodeSpan } from '../rhythm/episode-marks.ts';
import type { Intervals } from '../rhythm/intervals.ts';
import { toBpm } from '../rhythm/rates.ts';

export interface StripBeat {
  readonly sample: number;
  readonly label: BeatClass;
  /** Time since the previous beat; null if that interval is not counted. */
  readonly rr_ms: number | null;
}

export interface BeatStretch {
  readonly start_sample: number;
  readonly end_sample: number;
}

export interface StretchRhythm {
  /** Kinds of the findings in it, by their start, each kind once. */
  readonly kinds: readonly RhythmKey[];
  /** 60 000 divided by the mean of its counted intervals in milliseconds; null if it has none. */
  readonly bpm: number | null;
  readonly s: number;
  readonly v: number;
}

export function beatsIn(
  { samples, classes }: BeatTable,
  { rr }: Intervals,
  { start_sample, end_sample }: BeatStretch,
): StripBeat[] {
  const beats: StripBeat[] = [];
  for (let i = lowerBound(samples, start_sample); i < samples.length; i++) {
    const sample = samples[i] ?? Infinity;
    if (sample > end_sample) break;
    const interval = rr[i] ?? 0;
    const label = beatClassFromByte(classes[i] ?? 0) ?? 'Q';
    beats.push({ sample, label, rr_ms: interval > 0 ? Math.round(1000 * interval) : null });
  }
  return beats;
}

export function rhythmIn(
  beats: readonly StripBeat[],
  episodes: readonly EpisodeSpan[],
  { start_sample, end_sample }: BeatStretch,
): StretchRhythm {
  const inside = episodes.filter(
    (one) => one.kind !== 'sinus' && one.start_sample <= end_sample && one.end_sample >= start_sample,
  );
  // The interval before the first beat started before the stretch.
  const counted = beats.slice(1).flatMap(({ rr_ms }) => rr_ms ?? []);
  const sum = counted.reduce((total, one) => total + one, 0);
  const count = (label: BeatClass): number => beats.filter((beat) => beat.label === label).length;
  return {
    kinds: [...new Set(inside.map(({ kind }) => kind))],
    bpm: counted.length === 0 ? null : toBpm(sum / counted.length / 1000),
    s: count('S'),
    v: count('V'),
  };
}

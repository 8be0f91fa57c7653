/**
 * Describes what is known about a recording beside its signal: beats, episodes, events, rates, findings.
 *
 * All of it may be missing (before the automatic analysis); then nothing is drawn in its place. Positions are samples;
 * beats are sorted.
 */
import { beatClassFromByte, beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { firstAtOrAfter } from '../time/measure.ts';
import type { SampleSpan } from '../time/time-scale.ts';

export type Beats = {
  readonly sample: Float64Array | Uint32Array;
  /** A `byte` of `beatLabels` for each beat. */
  readonly class: Uint8Array;
  /** 0 to 255. */
  readonly confidence: Uint8Array;
};

export type Episode = {
  readonly kind: RhythmKey;
  readonly start_sample: number;
  readonly end_sample: number;
};

/** Lowest, mean and highest rate of the whole recording, in beats per minute. */
export type RateFigures = { readonly min: number; readonly mean: number; readonly max: number };

/** Heart rate over a stretch of wall-clock time; null if no rate was counted. */
export type TrendPoint = {
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly hr_min: number | null;
  readonly hr_mean: number | null;
  readonly hr_max: number | null;
  /** Share of the stretch in atrial fibrillation, 0 to 1. */
  readonly af_share: number | null;
};

export function classAt(beats: Beats, index: number): BeatClass {
  return beatClassFromByte(beats.class[index] ?? 0) ?? 'Q';
}

/** Returns the classes of the beats at these samples; `Q` where there is no beat. */
export function classesAt(beats: Beats, samples: readonly number[]): BeatClass[] {
  return samples.map((sample) => {
    const index = firstAtOrAfter(beats.sample, sample);
    return beats.sample[index] === sample ? classAt(beats, index) : 'Q';
  });
}

/** Sinus rhythm is the default: it has no lane and no line. */
export function isDrawn(episode: Episode): boolean {
  return episode.kind !== 'sinus' && episode.kind !== 'no_signal';
}

/** The most important kinds are last in this list: they are painted over the others. */
const paintedLast: readonly RhythmKey[] = [
  'tachy',
  'brady',
  'svt',
  'wenckebach',
  'avb2',
  'avb_2to1',
  'mobitz',
  'pause',
  'afl',
  'af',
  'avb_high',
  'avb3',
  'vt',
  'standstill',
  'asystole',
  'vfl',
  'vf',
];

/** Compares by the order of painting: the more severe kind on top. */
export function byRank(episodes: readonly Episode[]): Episode[] {
  return episodes.toSorted((a, b) => paintedLast.indexOf(a.kind) - paintedLast.indexOf(b.kind));
}

/** Returns the indices [first, last) of the beats inside a span. */
export function beatsIn(beats: Beats, span: SampleSpan): { first: number; last: number } {
  return { first: firstAtOrAfter(beats.sample, span.start), last: firstAtOrAfter(beats.sample, span.end) };
}

/** A stretch of trace in a beat's colour. */
export type ColouredStretch = SampleSpan & { readonly beat: BeatClass };

const reachSeconds = {
  V: { before: 0.17, after: 0.38 },
  F: { before: 0.17, after: 0.38 },
  S: { before: 0.17, after: 0.16 },
} as const;

/** Returns the coloured stretches that touch a span, in order and without overlap. */
export function colouredStretches(
  beats: Beats | undefined,
  samplingHz: number,
  span: SampleSpan,
): ColouredStretch[] {
  if (beats === undefined) return [];
  const margin = Math.ceil(samplingHz * 0.4);
  const { first, last } = beatsIn(beats, { start: span.start - margin, end: span.end + margin });
  const found: ColouredStretch[] = [];
  let covered = -Infinity;
  for (let index = first; index < last; index += 1) {
    const beat = classAt(beats, index);
    if (beat !== 'V' && beat !== 'S' && beat !== 'F') continue;
    const at = beats.sample[index] ?? 0;
    const reach = reachSeconds[beat];
    const start = Math.max(covered, Math.round(at - reach.before * samplingHz));
    const end = Math.round(at + reach.after * samplingHz);
    covered = end;
    found.push({ start, end, beat });
  }
  return found;
}

/** Returns beats per minute over a span from the mean of the RR intervals inside it; null with fewer than two. */
export function meanRate(beats: Beats, samplingHz: number, span: SampleSpan): number | null {
  const { first, last } = beatsIn(beats, span);
  const from = beats.sample[first];
  const to = beats.sample[last - 1];
  if (from === undefined || to === undefined || to <= from) return null;
  return ((last - 1 - first) * 60 * samplingHz) / (to - from);
}

export function countClass(beats: Beats, span: SampleSpan, wanted: BeatClass): number {
  const { first, last } = beatsIn(beats, span);
  const code = beatLabels[wanted].byte;
  let count = 0;
  for (let index = first; index < last; index += 1) if (beats.class[index] === code) count += 1;
  return count;
}

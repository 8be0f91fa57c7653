/**
 * Selects the beats that a measurement is made on, and makes what it saves: one beat, the mean of the beats around a
 * place, or the mean of a whole group, taken from the whole recording.
 *
 * Invariants: the whole window of every beat is within the recording; a mark of the picture and its sample in the
 * recording have the same distance from the peak.
 */
import { meanBeat } from '@rhythmdesk/ecg/beats/mean-beat';
import { beatMarks, type BeatMarks, type Measurement } from '@rhythmdesk/ecg/beats/measurement';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { firstAtOrAfter } from '../../../../trace/time/measure.ts';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';

export const measuredFroms = ['beat', 'near', 'group'] as const;
export type MeasuredFrom = (typeof measuredFroms)[number];

const beforeS = 0.5;
const afterS = 0.75;
const mostBeats = 48;
/** Seconds around a place in which its beats are searched. */
const reachS = 300;

/** Returns the selected template, otherwise the largest group of normal beats; undefined if there is none. */
export function measuredGroup(
  groups: readonly TemplateGroup[],
  current: QueueItem | null,
): TemplateGroup | undefined {
  if (current?.of === 'template') return current.group;
  return groups
    .filter(({ label }) => label === 'N')
    .reduce<TemplateGroup | undefined>(
      (most, one) => (one.beats > (most?.beats ?? 0) ? one : most),
      undefined,
    );
}

type Recording = { readonly sampling_hz: number; readonly samples: number };

export function windowOf(sample: number, hz: number): SampleSpan {
  return { start: sample - Math.round(beforeS * hz), end: sample + Math.round(afterS * hz) };
}

export const peakOf = (hz: number): number => Math.round(beforeS * hz);

const isWithin = (sample: number, { sampling_hz, samples }: Recording): boolean => {
  const { start, end } = windowOf(sample, sampling_hz);
  return start >= 0 && end <= samples;
};

/** Returns the beats nearest to a place, the nearest first. */
export function nearBeats(beats: ArrayLike<number>, place: number, recording: Recording): number[] {
  const reach = reachS * recording.sampling_hz;
  const away = (sample: number): number => Math.abs(sample - place);
  const found: number[] = [];
  for (let i = 0; i < beats.length; i += 1) {
    const sample = beats[i] ?? 0;
    if (away(sample) <= reach && isWithin(sample, recording)) found.push(sample);
  }
  return found.sort((a, b) => away(a) - away(b)).slice(0, mostBeats);
}

/** Returns the beat nearest to a place in a sorted list, as a list of one. */
export function beatNear(beats: ArrayLike<number>, place: number, recording: Recording): number[] {
  const at = firstAtOrAfter(beats, place);
  return [beats[at - 1], beats[at]]
    .flatMap((sample) => (sample !== undefined && isWithin(sample, recording) ? [sample] : []))
    .sort((a, b) => Math.abs(a - place) - Math.abs(b - place))
    .slice(0, 1);
}

/** Returns the mean distance of beats to the one before or after each, in samples; 0 if none has a neighbour. */
function meanInterval(samples: readonly number[], beats: ArrayLike<number>, side: -1 | 1): number {
  const found = samples.flatMap((sample) => {
    const other = beats[side < 0 ? firstAtOrAfter(beats, sample) - 1 : firstAtOrAfter(beats, sample + 1)];
    return other === undefined ? [] : [Math.abs(sample - other)];
  });
  const sum = found.reduce((all, one) => all + one, 0);
  return found.length === 0 ? 0 : Math.round(sum / found.length);
}

/** The beat or mean that the marks are set on. */
export type BeatPicture = Pick<Measurement, 'of' | 'sample' | 'lead' | 'beats' | 'rr_samples'> & {
  readonly signal: Float32Array;
  readonly peak: number;
  /** Interval to the next beat, in samples; 0 for the last beat. */
  readonly next_samples: number;
};

type Measured = {
  /** The first one is the beat that the mean is aligned to. */
  readonly samples: readonly number[];
  readonly windows: readonly Float32Array[];
  readonly lead: number;
};

/** Returns null if no beat has its whole signal. */
export function beatPicture(
  { samples, windows, lead }: Measured,
  beats: ArrayLike<number>,
  hz: number,
): BeatPicture | null {
  const [sample = 0] = samples;
  const peak = peakOf(hz);
  const mean = meanBeat(windows, peak, hz);
  if (mean === null) return null;
  return {
    of: samples.length === 1 ? 'beat' : 'mean',
    sample,
    lead,
    beats: mean.beats,
    rr_samples: meanInterval(samples, beats, -1),
    next_samples: meanInterval(samples, beats, 1),
    signal: mean.signal,
    peak,
  };
}

/** Returns whether an equal measurement is among the saved ones. */
export function isKept(kept: readonly Measurement[], one: Measurement): boolean {
  return kept.some(
    (other) =>
      other.of === one.of &&
      other.sample === one.sample &&
      other.lead === one.lead &&
      other.beats === one.beats &&
      beatMarks.every((mark) => other[mark] === one[mark]),
  );
}

/** Converts marks of the picture to samples of the recording. */
export function measurementOf(picture: BeatPicture, marks: BeatMarks): Measurement {
  const { of, sample, lead, beats, rr_samples, peak } = picture;
  const at = (mark: number): number => sample + mark - peak;
  const atAll = (mark: number | null): number | null => (mark === null ? null : at(mark));
  return {
    of,
    sample,
    lead,
    beats,
    rr_samples,
    p_onset: atAll(marks.p_onset),
    qrs_onset: at(marks.qrs_onset),
    qrs_end: at(marks.qrs_end),
    t_end: atAll(marks.t_end),
  };
}

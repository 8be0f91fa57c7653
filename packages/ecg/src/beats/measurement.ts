/**
 * Computes PR, QRS, QT and QTc of one beat, or of the mean of several, from four marks that a user sets. Every mark is
 * a whole sample of the recording; those of a mean are relative to the beat that it is aligned with.
 *
 * Invariants: marks never change their order; an interval is exactly the distance of two marks, so its resolution is
 * one sample; without a wave there is no interval of it.
 */
import { delineate } from './delineate.ts';
import { correctedQt } from './qt-correction.ts';
import type { QtFormula } from './qt-correction.ts';

export const beatMarks = ['p_onset', 'qrs_onset', 'qrs_end', 't_end'] as const;
export type BeatMark = (typeof beatMarks)[number];

/** Positions in samples; null if the P or T wave is not visible. */
export interface BeatMarks {
  readonly p_onset: number | null;
  readonly qrs_onset: number;
  readonly qrs_end: number;
  readonly t_end: number | null;
}

/** A user's measurement. */
export interface Measurement extends BeatMarks {
  readonly of: 'beat' | 'mean';
  /** The measured beat, or the one that the mean is aligned with. */
  readonly sample: number;
  readonly lead: number;
  /** Number of averaged beats; 1 for a single beat. */
  readonly beats: number;
  /** Samples since the previous beat; for a mean, the average over its beats. */
  readonly rr_samples: number;
}

/** Milliseconds and beats per minute, not rounded; null if a mark or the previous beat is missing. */
export interface MeasuredBeat {
  readonly pr: number | null;
  readonly qrs: number;
  readonly qt: number | null;
  readonly qtc: Readonly<Record<QtFormula, number>> | null;
  readonly rr: number | null;
  readonly bpm: number | null;
}

type Measured = BeatMarks & Pick<Measurement, 'rr_samples'>;

export function measuredBeat(measured: Measured, hz: number): MeasuredBeat {
  const { p_onset, qrs_onset, qrs_end, t_end, rr_samples } = measured;
  const ms = (from: number, to: number): number => ((to - from) * 1000) / hz;
  const qt = t_end === null ? null : ms(qrs_onset, t_end);
  const rrS = rr_samples / hz;
  const hasRate = rr_samples > 0;
  return {
    pr: p_onset === null ? null : ms(p_onset, qrs_onset),
    qrs: ms(qrs_onset, qrs_end),
    qt,
    qtc:
      qt === null || !hasRate
        ? null
        : {
            bazett: correctedQt.bazett(qt, rrS),
            fridericia: correctedQt.fridericia(qt, rrS),
            framingham: correctedQt.framingham(qt, rrS),
            hodges: correctedQt.hodges(qt, rrS),
          },
    rr: hasRate ? 1000 * rrS : null,
    bpm: hasRate ? 60 / rrS : null,
  };
}

/**
 * Returns the visible marks of a beat, given its distances to the previous and the next beat; null too near an end of
 * the signal.
 */
export function seenMarks(
  signal: Float32Array,
  hz: number,
  { peak, before, after }: { readonly peak: number; readonly before: number; readonly after: number },
): BeatMarks | null {
  const [, waves] = delineate(signal, hz, [peak - before, peak, peak + after]);
  if (waves === undefined || waves === null) return null;
  const { p, qrs, t } = waves;
  return {
    p_onset: p === null ? null : Math.round(p.onset),
    qrs_onset: Math.round(qrs.onset),
    qrs_end: Math.round(qrs.offset),
    t_end: t === null ? null : Math.round(t.offset),
  };
}

/** Returns the marks of a typical beat, for a beat on which none is visible. */
export function usualMarks(peak: number, hz: number): { readonly [Mark in BeatMark]: number } {
  const at = (ms: number): number => peak + Math.round((ms * hz) / 1000);
  return { p_onset: at(-200), qrs_onset: at(-45), qrs_end: at(50), t_end: at(340) };
}

/**
 * Returns the marks with one of them moved as far as its neighbours and the bounds allow; unchanged if there is no
 * room.
 */
export function withMark(
  marks: BeatMarks,
  mark: BeatMark,
  to: number,
  bounds: { readonly first: number; readonly last: number },
): BeatMarks {
  const place = beatMarks.indexOf(mark);
  const standing = (of: readonly BeatMark[]): number[] => of.flatMap((one) => marks[one] ?? []);
  const before = standing(beatMarks.slice(0, place)).at(-1);
  const [after] = standing(beatMarks.slice(place + 1));
  const least = before === undefined ? bounds.first : before + 1;
  const most = after === undefined ? bounds.last : after - 1;
  if (least > most) return marks;
  return { ...marks, [mark]: Math.min(Math.max(Math.round(to), least), most) };
}

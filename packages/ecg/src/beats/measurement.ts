/**
 * PR, QRS, QT and QTc of one beat, or of the mean of several, by four marks that a person sets. Every mark is a whole
 * sample of the recording; those of a mean stand where they would on the beat that it is laid on.
 *
 * Laws: marks never change their order; an interval is the distance of two marks and nothing else, so it is as exact as
 * one sample; without a wave there is no interval of it.
 */
import { delineate } from './delineate.ts';
import { correctedQt } from './qt-correction.ts';
import type { QtFormula } from './qt-correction.ts';

export const beatMarks = ['p_onset', 'qrs_onset', 'qrs_end', 't_end'] as const;
export type BeatMark = (typeof beatMarks)[number];

/** Samples. Without a P or T wave to be seen there is none of it. */
export interface BeatMarks {
  readonly p_onset: number | null;
  readonly qrs_onset: number;
  readonly qrs_end: number;
  readonly t_end: number | null;
}

/** What a person measured. */
export interface Measurement extends BeatMarks {
  readonly of: 'beat' | 'mean';
  /** The beat that was measured, or that the mean is laid on. */
  readonly sample: number;
  readonly lead: number;
  /** How many the mean is of; 1 for a beat. */
  readonly beats: number;
  /** From the beat before, in samples; the mean of those of the averaged beats. */
  readonly rr_samples: number;
}

/** Milliseconds and beats a minute, not rounded; null where a mark or the beat before is missing. */
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

/** Where the marks of a beat are seen to stand, between the beat before and the one after; null too near an end of the signal. */
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

/** Where the marks of a usual beat stand, for one on which none is seen. */
export function usualMarks(peak: number, hz: number): { readonly [Mark in BeatMark]: number } {
  const at = (ms: number): number => peak + Math.round((ms * hz) / 1000);
  return { p_onset: at(-200), qrs_onset: at(-45), qrs_end: at(50), t_end: at(340) };
}

/** The same marks with one of them moved as far as its neighbours and the bounds let it; as they were where it has no room. */
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

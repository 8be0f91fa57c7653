/**
 * Counts the findings of each kind and adds up their duration. Episodes that the summary does not list are included.
 */
import { rhythmKeys } from '../labels/rhythm-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { isNamedPause } from './pauses.ts';
import type { AnalysisSummary, Episode } from './summary.ts';

export interface FoundKind {
  readonly kind: RhythmKey;
  readonly count: number;
  /** Total duration. */
  readonly seconds: number;
}

/** Asystole and standstill count as pauses, except if they last to the end of the recording. */
const isEndedLonger = ({ kind, beats }: Episode): boolean => isNamedPause(kind) && beats > 0;

/** Counts that the summary stores beside its list of episodes. */
const fullCounts: Partial<Record<RhythmKey, (summary: AnalysisSummary) => number>> = {
  af: ({ af }) => af.episodes,
  vt: ({ v }) => v.runs - v.slow_runs,
  ivr: ({ v }) => v.slow_runs,
  v_couplet: ({ v }) => v.couplets,
  v_bigeminy: ({ v }) => v.bigeminies,
  v_trigeminy: ({ v }) => v.trigeminies,
  svt: ({ s }) => s.runs - s.slow_runs,
  s_couplet: ({ s }) => s.couplets,
  s_bigeminy: ({ s }) => s.bigeminies,
  s_trigeminy: ({ s }) => s.trigeminies,
  brady: ({ brady_episodes }) => brady_episodes,
  tachy: ({ tachy_episodes }) => tachy_episodes,
};

/** Counts pauses; a summary from before limited kinds were stored may list only some of them. */
const countPauses = (
  { pauses, episodes, episodes_left_out, limited_kinds }: AnalysisSummary,
  listed: number,
): number =>
  episodes_left_out > 0 && limited_kinds === undefined
    ? pauses - episodes.filter(isEndedLonger).length
    : listed;

export function countFindings(summary: AnalysisSummary): FoundKind[] {
  const listed = new Map<RhythmKey, { count: number; samples: number }>();
  for (const { kind, start_sample, end_sample } of summary.episodes) {
    const held = listed.get(kind) ?? { count: 0, samples: 0 };
    listed.set(kind, { count: held.count + 1, samples: held.samples + end_sample - start_sample });
  }
  for (const { kind, found, samples } of summary.limited_kinds ?? [])
    listed.set(kind, { count: found, samples });
  return rhythmKeys.flatMap((kind) => {
    const held = listed.get(kind) ?? { count: 0, samples: 0 };
    const count =
      (kind === 'pause' ? countPauses(summary, held.count) : fullCounts[kind]?.(summary)) ?? held.count;
    const seconds = kind === 'af' ? summary.af.seconds : held.samples / summary.sampling_hz;
    return count === 0 ? [] : [{ kind, count, seconds: Math.round(10 * seconds) / 10 }];
  });
}

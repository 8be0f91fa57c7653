/**
 * The criteria of the analysis while they are being changed: text in fields, and what is wrong with it.
 *
 * Law: a draft without faults is criteria that the server takes.
 */
import {
  type Criteria,
  criteriaKeys,
  criteriaLimits,
  criteriaSteps,
  defaultCriteria,
} from '@rhythmdesk/ecg/criteria/criteria';

export type CriteriaKey = keyof Criteria;
export type CriteriaDraft = Readonly<Record<CriteriaKey, string>>;
type CriterionFault = 'range' | 'whole';

export const draftOf = (criteria: Criteria): CriteriaDraft => ({
  pause_s: String(criteria.pause_s),
  run_beats: String(criteria.run_beats),
  vt_bpm: String(criteria.vt_bpm),
  af_s: String(criteria.af_s),
  af_percent: String(criteria.af_percent),
  brady_bpm: String(criteria.brady_bpm),
  tachy_bpm: String(criteria.tachy_bpm),
  rate_intervals: String(criteria.rate_intervals),
  rate_episode_s: String(criteria.rate_episode_s),
  pattern_beats: String(criteria.pattern_beats),
});

/** A number as people type it, also with a comma or in full-width figures; NaN where it is none. */
export function typedNumber(text: string): number {
  const plain = text.normalize('NFKC').trim().replace(',', '.');
  return plain === '' ? NaN : Number(plain);
}

export function criterionFault(key: CriteriaKey, text: string): CriterionFault | null {
  const value = typedNumber(text);
  const [low, high] = criteriaLimits[key];
  if (!Number.isFinite(value) || value < low || value > high) return 'range';
  return Number.isInteger(criteriaSteps[key]) && !Number.isInteger(value) ? 'whole' : null;
}

/** The criteria that the draft says, or null while any field is faulty. */
export function criteriaOf(draft: CriteriaDraft): Criteria | null {
  if (criteriaKeys.some((key) => criterionFault(key, draft[key]) !== null)) return null;
  return {
    pause_s: typedNumber(draft.pause_s),
    run_beats: typedNumber(draft.run_beats),
    vt_bpm: typedNumber(draft.vt_bpm),
    af_s: typedNumber(draft.af_s),
    af_percent: typedNumber(draft.af_percent),
    brady_bpm: typedNumber(draft.brady_bpm),
    tachy_bpm: typedNumber(draft.tachy_bpm),
    rate_intervals: typedNumber(draft.rate_intervals),
    rate_episode_s: typedNumber(draft.rate_episode_s),
    pattern_beats: typedNumber(draft.pattern_beats),
  };
}

export const changedKeys = (from: Criteria, to: Criteria): readonly CriteriaKey[] =>
  criteriaKeys.filter((key) => from[key] !== to[key]);

export const isDefault = (key: CriteriaKey, text: string): boolean =>
  typedNumber(text) === defaultCriteria[key];

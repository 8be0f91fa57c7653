/**
 * Describes the criteria of the analysis while they are being edited: the texts of the fields and their errors.
 *
 * Invariant: a draft without errors is accepted by the server.
 */
import {
  type Criteria,
  criteriaKeys,
  criteriaLimits,
  criteriaSteps,
  defaultCriteria,
} from '@rhythmdesk/ecg/criteria/criteria';
import { plainNumber } from '@rhythmdesk/domain/kit/typed-number';

export type CriteriaKey = keyof Criteria;
export type CriteriaDraft = Readonly<Record<CriteriaKey, string>>;
type CriterionFault = 'range' | 'whole';

export const criteriaDraftOf = (criteria: Criteria): CriteriaDraft => ({
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

/** Parses a number as users type it, also with a decimal comma or in full-width figures; NaN if it is not a number. */
export function typedNumber(text: string): number {
  const plain = plainNumber(text);
  return plain === '' ? NaN : Number(plain);
}

export function criterionFault(key: CriteriaKey, text: string): CriterionFault | null {
  const value = typedNumber(text);
  const [low, high] = criteriaLimits[key];
  if (!Number.isFinite(value) || value < low || value > high) return 'range';
  return Number.isInteger(criteriaSteps[key]) && !Number.isInteger(value) ? 'whole' : null;
}

/** Returns the criteria of the draft, or null while any field is invalid. */
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

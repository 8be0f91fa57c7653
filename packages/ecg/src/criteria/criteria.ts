/**
 * Defines the limits that turn beats into findings, as plain values stored with every summary. A change never needs a
 * new detection: `rhythm/summarise` uses stored beats alone.
 */
export interface Criteria {
  /** Shortest RR interval that is a pause, in seconds. */
  readonly pause_s: number;
  /** Fewest consecutive ectopic beats that are a run. */
  readonly run_beats: number;
  /** Mean rate from which a ventricular run is a tachycardia, in beats per minute; a slower one is idioventricular. */
  readonly vt_bpm: number;
  /** Shortest episode of atrial fibrillation, in seconds. */
  readonly af_s: number;
  /** Certainty from which a beat counts as atrial fibrillation, in percent. */
  readonly af_percent: number;
  /** Rates below which, and above which, an episode is slow or fast, in beats per minute. */
  readonly brady_bpm: number;
  readonly tachy_bpm: number;
  /** Intervals over which a rate is averaged. */
  readonly rate_intervals: number;
  /** Shortest slow or fast episode, in seconds. */
  readonly rate_episode_s: number;
  /** Fewest ectopic beats that make a bigeminy or trigeminy. */
  readonly pattern_beats: number;
}

export const defaultCriteria: Criteria = {
  pause_s: 2,
  run_beats: 3,
  vt_bpm: 100,
  af_s: 30,
  af_percent: 50,
  brady_bpm: 50,
  tachy_bpm: 120,
  rate_intervals: 8,
  rate_episode_s: 15,
  pattern_beats: 3,
};

/** Lowest and highest value of each field. */
export const criteriaLimits: Readonly<Record<keyof Criteria, readonly [number, number]>> = {
  pause_s: [1, 20],
  run_beats: [2, 100],
  vt_bpm: [40, 250],
  af_s: [0, 86400],
  af_percent: [1, 100],
  brady_bpm: [20, 100],
  tachy_bpm: [60, 300],
  rate_intervals: [1, 64],
  rate_episode_s: [0, 3600],
  pattern_beats: [2, 100],
};

/** Step of each input field; fields of integers have integer steps. */
export const criteriaSteps: Readonly<Record<keyof Criteria, number>> = {
  pause_s: 0.1,
  run_beats: 1,
  vt_bpm: 1,
  af_s: 1,
  af_percent: 1,
  brady_bpm: 1,
  tachy_bpm: 1,
  rate_intervals: 1,
  rate_episode_s: 1,
  pattern_beats: 1,
};

/** Returns the first field that is not a number within its limits, or null if all are. */
export function criteriaFault(criteria: Criteria): keyof Criteria | null {
  for (const key of criteriaKeys) {
    const [low, high] = criteriaLimits[key];
    const value = criteria[key];
    if (!Number.isFinite(value) || value < low || value > high) return key;
  }
  return null;
}

export const isCriteriaKey = (key: string): key is keyof Criteria => Object.hasOwn(criteriaLimits, key);
export const criteriaKeys: readonly (keyof Criteria)[] = Object.keys(criteriaLimits).filter(isCriteriaKey);

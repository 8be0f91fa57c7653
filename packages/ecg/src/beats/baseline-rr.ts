/**
 * Tracks the RR interval of the underlying rhythm through ectopy. It follows gradual changes, but neither a sudden
 * shortening (otherwise a supraventricular run would soon become its own reference) nor a pause. A rhythm that stays
 * different for long is taken as the new one.
 *
 * Invariants: a factor on all intervals scales the result; one interval changes it by less than two percent.
 */
export interface BaselineRr {
  value(): number;
  add(interval: number): void;
}

const shortest = 0.88;
const longest = 1.14;
const follow = 0.12;
const followPause = 0.02;
/** Number of intervals away from the baseline after which the new rhythm is accepted. */
const patience = 160;
const startPatience = 12;
const judged = 32;

/**
 * Creates a baseline. With `sure`, `first` is known from elsewhere, and leaving it takes as long as leaving any later
 * value.
 */
export function createBaselineRr(first: number, sure = false): BaselineRr {
  let baseline = first;
  let away = 0;
  let patient = sure ? patience : startPatience;
  const recent = new Float64Array(judged);
  return {
    value: () => baseline,
    add(interval) {
      const ratio = interval / baseline;
      if (ratio > shortest && ratio < longest) {
        baseline += follow * (interval - baseline);
        away = 0;
        patient = patience;
        return;
      }
      if (ratio >= longest) baseline += followPause * (Math.min(interval, 1.5 * baseline) - baseline);
      recent[away++ % judged] = interval;
      if (away < patient) return;
      baseline = recent.slice(0, Math.min(away, judged)).sort()[Math.min(away, judged) >> 1] ?? baseline;
      away = 0;
    },
  };
}

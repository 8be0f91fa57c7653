/**
 * The interval of the heart's own rhythm, kept through ectopy: it follows what changes little by little and does not
 * follow a sudden shortening (a supraventricular run would otherwise soon be its own measure) nor a pause. A rhythm
 * that stays away for long is taken as the new one.
 *
 * Laws: a factor on all intervals scales the answer; one interval moves it by less than two percent.
 */
export interface BaselineRr {
  value(): number;
  add(interval: number): void;
}

const shortest = 0.88;
const longest = 1.14;
const follow = 0.12;
const followPause = 0.02;
/** Intervals away from the baseline after which the new rhythm is believed. */
const patience = 160;
const startPatience = 12;
const judged = 32;

/** `sure`: `first` is known from elsewhere, so it takes as long to leave it as any later value. */
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

/** Detects P waves that continue independently of a slow steady ventricular rhythm: AV block of the third degree. */
import type { PInterval } from './p-sequence.ts';

const fewest = 6;
/** Shortest mean RR interval in seconds (60 beats per minute). */
const slowest = 1;
/** Shortest and longest P-P interval in seconds, and its largest ratio to the RR interval. */
const [shortestPp, longestPp] = [0.36, 1.5];
const faster = 0.85;
/** Smallest share of P-P distances that are whole multiples of the atrial interval, and the tolerance. */
const mostRegular = 0.85;
const fewestPlaces = 0.45;
const regular = 0.12;
const mostHidden = 4;
const fewestGaps = 2;
/** Range around an R peak, in seconds, in which a beat hides a P wave. */
const [hiddenBefore, hiddenBehind] = [0.17, 0.72];
/** Range of PR in seconds within which it is fixed, whatever the atrial interval. */
const fixedPr = 0.05;
/**
 * Largest concentration (0 to 1) of PR within the atrial interval, and the PR in seconds beyond which nothing is
 * conducted.
 */
const mostTogether = 0.9;
const noPr = 0.42;

export function isThirdDegree(run: readonly PInterval[], section: readonly PInterval[]): boolean {
  if (run.length < fewest || hasFixedPr(run)) return false;
  const rr = run.reduce((sum, { from, to }) => sum + to - from, 0) / run.length;
  if (rr < slowest) return false;
  return atrialIntervals(run, section).some((pp) => pp <= faster * rr && isDissociated(run, pp));
}

/** Tells whether every P wave before a beat has the same distance to it: then the beats are conducted. */
function hasFixedPr(run: readonly PInterval[]): boolean {
  let [shortest, longest] = [Infinity, 0];
  for (const { places, to } of run) {
    const last = places.at(-1);
    if (last === undefined) continue;
    shortest = Math.min(shortest, to - last);
    longest = Math.max(longest, to - last);
  }
  return longest - shortest <= fixedPr && shortest <= noPr;
}

/**
 * Tells whether the P waves of a run are `pp` apart throughout, are missing only where a beat hides them, and lead to
 * no beat.
 */
function isDissociated(run: readonly PInterval[], pp: number): boolean {
  const places = run.flatMap((one) => one.places);
  if (places.length < Math.max(fewest, fewestPlaces * run.length)) return false;
  let [fitting, of] = [0, 0];
  places.forEach((at, k) => {
    const before = places[k - 1];
    if (before === undefined) return;
    const steps = Math.round((at - before) / pp);
    of++;
    const isWhole = steps > 0 && steps <= mostHidden && Math.abs((at - before) / pp - steps) < regular;
    if (isWhole && isHidden(run, before, at, steps)) fitting++;
  });
  if (fitting < mostRegular * of) return false;
  const prs = run.flatMap((interval) => {
    const last = interval.places.at(-1);
    return last === undefined ? [] : [(interval.to - last) % pp];
  });
  return together(prs, pp) < mostTogether || prs.every((pr) => pr > noPr);
}

/** Tells whether beats hide all P waves expected between two P waves that are `steps` apart. */
function isHidden(run: readonly PInterval[], before: number, at: number, steps: number): boolean {
  for (let k = 1; k < steps; k++) {
    const place = before + (k * (at - before)) / steps;
    if (!run.some(({ from }) => place > from - hiddenBefore && place < from + hiddenBehind)) return false;
  }
  return true;
}

/**
 * Returns candidates for the atrial interval: the median distance of P waves without a QRS between them, and that of
 * the beats around.
 */
function atrialIntervals(run: readonly PInterval[], section: readonly PInterval[]): number[] {
  const within = (intervals: readonly PInterval[]): number[] => intervals.flatMap((one) => gaps(one.places));
  const own = within(run);
  const all = own.length < fewestGaps ? within(section) : own;
  const beside = gaps(section.filter((one) => !run.includes(one)).flatMap((one) => one.places));
  return [all, beside].flatMap((list) => {
    const sorted = list.filter((gap) => gap > shortestPp && gap < longestPp).sort((a, b) => a - b);
    return sorted.length < fewestGaps ? [] : [sorted[sorted.length >> 1] ?? 0];
  });
}

const gaps = (places: readonly number[]): number[] => places.slice(1).map((at, k) => at - (places[k] ?? 0));

/** Returns the length of the mean direction: 1 if all places have the same phase within the period. */
function together(places: readonly number[], period: number): number {
  let [x, y] = [0, 0];
  for (const place of places) {
    x += Math.cos((2 * Math.PI * place) / period);
    y += Math.sin((2 * Math.PI * place) / period);
  }
  return Math.hypot(x, y) / places.length;
}

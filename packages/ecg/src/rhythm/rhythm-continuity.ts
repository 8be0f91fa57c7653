/**
 * Decides from the surrounding beats which seconds are flutter.
 *
 * Waves through which the rhythm continues are not flutter: a swinging electrode draws the same waves, but the beats
 * come when they are expected. The rhythm before is the median of the last eight intervals, if none differs from it by
 * more than a tenth; it continues if every interval that touches the stretch is within a fifth of it, except that one in
 * eight may be shorter.
 *
 * A break between two such stretches counts as flutter too if no certain beat is found in it and it is not silent:
 * flutter that lasts for minutes does not stop for a moment, but where no waves are left the heart stands still.
 *
 * Invariant: a stretch without a steady rhythm before it remains, as does one without a beat.
 */
import { lowerBound } from '../beats/lower-bound.ts';

const lookBack = 8;
const steady = 0.1;
const kept = 0.2;
/** Largest share of its intervals that may be shorter: a premature beat. */
const mostEarly = 1 / 8;
/** Intervals as short as those of flutter itself prove nothing. */
const shortestS = 0.45;
const longestBreakS = 10;
/** The same between waves of one rate: the seconds of each part that are compared, fewest waves in them, largest ratio. */
const longestSameS = 30;
const comparedS = 10;
const fewestWaves = 6;
const sameRate = 1.1;
/** Seconds of an examined window, and around it in which no other stretch makes it a lone one. */
const windowS = 4;
const aloneS = 10;
const sureBeats = 6;
/** This many silent seconds in a row separate two stretches. */
const silenceS = 2;

/**
 * Removes the stretches through which the rhythm continues. `flutter` is 1 in each second that seems to flutter;
 * `samples` are the beats in order, at `hz`.
 */
export function withoutContinuedRhythm(flutter: Uint8Array, samples: Uint32Array, hz: number): Uint8Array {
  const left = flutter.slice();
  for (let from = 0; from < left.length; from++) {
    if (left[from] !== 1) continue;
    let to = from;
    while (to < left.length && left[to] === 1) to++;
    if (rhythmGoesOn(samples, from * hz, to * hz, hz)) left.fill(0, from, to);
    from = to;
  }
  return left;
}

/**
 * Fills the breaks that contain no certain beat (`sure`: their samples) and last at most ten seconds, an eighth of the
 * longer stretch beside them, or thirty seconds if the waves (`waves`: their samples) have the same rate before and
 * after. `silent` is 1 in the seconds without waves.
 */
export function joinedOverBreaks(
  flutter: Uint8Array,
  { sure, waves }: { readonly sure: Uint32Array; readonly waves: readonly number[] },
  hz: number,
  silent: Uint8Array,
): Uint8Array {
  const isSameRate = (from: number, until: number): boolean => {
    const before = distanceOf(waves, Math.max(from - comparedS, 0) * hz, from * hz);
    const after = distanceOf(waves, until * hz, (until + comparedS) * hz);
    return before < sameRate * after && after < sameRate * before;
  };
  const joined = flutter.slice();
  let begin = -1;
  let last = -1;
  for (let s = 0; s < joined.length; s++) {
    if (flutter[s] !== 1) continue;
    let until = s;
    while (flutter[until] === 1) until++;
    const longest = Math.max(longestBreakS, Math.max(last + 1 - begin, until - s) / 8);
    const breakS = s - last - 1;
    const isShort = last >= 0 && (breakS <= longest || (breakS <= longestSameS && isSameRate(last + 1, s)));
    const isBeating = lowerBound(sure, (last + 1) * hz) !== lowerBound(sure, s * hz);
    if (isShort && !isBeating && !isSilence(silent, last + 1, s)) joined.fill(1, last, s);
    else begin = s;
    last = until - 1;
    s = last;
  }
  return joined;
}

/** Returns the median distance of the waves between two samples; NaN if there are too few. */
function distanceOf(waves: readonly number[], from: number, until: number): number {
  const held = waves.slice(lowerBound(waves, from), lowerBound(waves, until));
  if (held.length < fewestWaves) return NaN;
  const distances = held.slice(1).map((wave, i) => wave - (held[i] ?? 0));
  return distances.sort((a, b) => a - b)[distances.length >> 1] ?? NaN;
}

/**
 * Removes the stretches in which the detector is certain of six and more beats in the four seconds around every second
 * second: in fibrillation there is hardly one. `sure` are the samples of these beats.
 */
export function withoutSureBeats(flutter: Uint8Array, sure: Uint32Array, hz: number): Uint8Array {
  const left = flutter.slice();
  const isSure = (s: number): boolean =>
    lowerBound(sure, (s + (windowS + 1) / 2) * hz) - lowerBound(sure, (s - (windowS - 1) / 2) * hz) >=
    sureBeats;
  for (let from = 0; from < left.length; from++) {
    if (flutter[from] !== 1) continue;
    let to = from;
    let beating = 0;
    for (; flutter[to] === 1; to++) beating += Number(isSure(to));
    if (2 * beating >= to - from) left.fill(0, from, to);
    from = to;
  }
  return left;
}

/** Removes a single window of four seconds with no other stretch near it: in a moving electrode one may occur by chance. */
export function withoutLoneWindows(flutter: Uint8Array): Uint8Array {
  const left = flutter.slice();
  for (let from = 0; from < left.length; from++) {
    if (flutter[from] !== 1) continue;
    let to = from;
    while (flutter[to] === 1) to++;
    const isAlone =
      !flutter.subarray(Math.max(0, from - aloneS), from).includes(1) &&
      !flutter.subarray(to, to + aloneS).includes(1);
    if (to - from <= windowS && isAlone) left.fill(0, from, to);
    from = to;
  }
  return left;
}

function rhythmGoesOn(samples: Uint32Array, start: number, end: number, hz: number): boolean {
  const first = lowerBound(samples, start);
  const after = lowerBound(samples, end);
  if (first <= lookBack || after >= samples.length) return false;
  const interval = (at: number): number => (samples[at] ?? 0) - (samples[at - 1] ?? 0);
  const before = Array.from({ length: lookBack }, (_, i) => interval(first - lookBack + i));
  const usual = before.toSorted((a, b) => a - b)[lookBack / 2] ?? 0;
  const keeps = (value: number, share: number): boolean => Math.abs(value - usual) <= share * usual;
  if (usual < shortestS * hz || !before.every((value) => keeps(value, steady))) return false;
  let early = 0;
  for (let at = first; at <= after; at++) {
    if (interval(at) > (1 + kept) * usual) return false;
    if (!keeps(interval(at), kept)) early++;
  }
  return early <= mostEarly * (after + 1 - first);
}

function isSilence(silent: Uint8Array, from: number, until: number): boolean {
  let inRow = 0;
  for (let s = from; s < until; s++) {
    inRow = silent[s] === 1 ? inRow + 1 : 0;
    if (inRow >= silenceS) return true;
  }
  return false;
}

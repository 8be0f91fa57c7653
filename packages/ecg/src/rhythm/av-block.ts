/**
 * Detects AV block of the second and third degree from the P waves between the beats (`p-sequence`): a P wave that
 * comes in time and is not followed by a QRS.
 *
 * - Wenckebach: PR is longer before the dropped P wave than after it. Mobitz: PR is the same before and after it.
 * - 2:1: every second P wave is dropped. High-grade: two or more in a row are dropped.
 * - Third degree: P waves and QRS are both regular, the ventricles are slower, and PR varies freely.
 *
 * An early dropped P wave (a blocked atrial premature beat) does not count, nor does one after a premature beat.
 *
 * Invariants: gain, offset and polarity change nothing; no block is reported where P waves are not seen.
 */
import { byteF, byteS, byteV } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { FoundBeats } from '../beats/beat-finder.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import type { AvBlockKind } from '../labels/rhythm-labels.ts';
import type { AtrialFinding, Quality } from '../signal/quality.ts';
import { isThirdDegree } from './dissociation.ts';
import { firstDegree } from './first-degree.ts';
import { areUWaves } from './u-waves.ts';
import { pSections } from './p-sequence.ts';
import type { PInterval } from './p-sequence.ts';

/** Largest ratio of two P-P distances that count as equal. */
const even = 1.19;
/** How much longer an interval with a dropped P wave is than one without: if PR grows, and if it does not. */
const longer = 1.35;
const doubled = 1.7;
const shorter = 1.25;
/**
 * Seconds by which PR is longer before a dropped P wave: from `grown` on PR has grown, up to `alikePr` it is the same.
 */
const grown = 0.036;
const alikePr = 0.02;
/** A beat is premature if its interval is shorter than this share of the previous one. */
const premature = 0.8;
/** Slow steady rhythm: shortest interval in seconds, and the largest ratio of two successive intervals. */
const slowFrom = 0.9;
const steady = 1.14;
const [fewestSteady, mostSteady] = [3, 24];
/** Fewest intervals if no conducted beat nearby shows the rhythm of the atria: a U wave may look like a P wave. */
const fewestAlone = 12;
const alikeAlone = 0.93;
/** Share of steady intervals with a dropped P wave from which they are a 2:1 block. */
const mostDropped = 0.7;
/** Intervals on each side that are searched for conducted P waves. */
const around = 4;
/** Dropped P waves at most this many seconds apart belong to one episode. */
const joined = 15;
const leastCertainty = 40;

interface Event {
  readonly kind: AvBlockKind;
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  readonly drops: number;
  /** Sum of the likeness of the dropped P waves. */
  readonly like: number;
}

/** Returns the blocks in order of time. If two leads disagree, the more certain block is taken. */
export function avBlocks(
  beats: BeatTable,
  quality: Quality,
  { p_waves, long_prs }: Pick<FoundBeats, 'p_waves' | 'long_prs'>,
): AtrialFinding[] {
  const all = p_waves.flatMap((found, lead) =>
    joinedEvents(eventsOf(pSections(beats, quality, lead, found), beats.classes), beats.samples),
  );
  all.sort((a, b) => b.certainty - a.certainty || a.start_sample - b.start_sample);
  const taken: AtrialFinding[] = [];
  /** 1 for each interval that is in a taken block; looking through those of thirty days for each one took minutes. */
  const isTaken = new Uint8Array(beats.samples.length);
  for (const one of all) {
    const first = lowerBound(beats.samples, one.start_sample);
    const last = lowerBound(beats.samples, one.end_sample);
    if (isTaken.subarray(first, last).includes(1)) continue;
    isTaken.fill(1, first, last);
    taken.push(one);
  }
  taken.push(...firstDegree(beats, long_prs));
  return taken.sort((a, b) => a.start_sample - b.start_sample || a.end_sample - b.end_sample);
}

function* eventsOf(sections: Iterable<readonly PInterval[]>, classes: Uint8Array): Generator<Event> {
  for (const section of sections) yield* eventsIn(section, classes);
}

function eventsIn(section: readonly PInterval[], classes: Uint8Array): Event[] {
  const events: Event[] = [];
  const isU = areUWaves(section);
  for (let i = 0; i < section.length;) {
    const run = steadyRun(section, i);
    const named = run.length < fewestSteady ? null : steadyKind(run, section, isU);
    if (named !== null) {
      events.push(eventOf(named, run));
      i += run.length;
      continue;
    }
    const kind = isU ? null : droppedKind(section, i, classes);
    const [interval] = section.slice(i, i + 1);
    if (kind !== null && interval) events.push(eventOf(kind, [interval]));
    i++;
  }
  return events;
}

const ratio = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b);
const length = ({ from, to }: PInterval): number => to - from;

function steadyRun(section: readonly PInterval[], start: number): PInterval[] {
  const run: PInterval[] = [];
  for (let i = start; i < section.length && run.length < mostSteady; i++) {
    const interval = section[i];
    const before = run.at(-1);
    if (!interval || length(interval) < slowFrom) break;
    if (before && ratio(length(before), length(interval)) > steady) break;
    run.push(interval);
  }
  return run;
}

/** Returns the kind of block of a slow steady rhythm, or null. */
function steadyKind(
  run: readonly PInterval[],
  section: readonly PInterval[],
  isU: boolean,
): AvBlockKind | null {
  if (isThirdDegree(run, section)) return 'avb3';
  if (isU) return null;
  const inTime = run.filter((interval, i) => isEven(run[i - 1]?.conducted ?? null, interval));
  if (inTime.length < mostDropped * (run.length - 1) || inTime.length < fewestSteady - 1) return null;
  if (!isAmidConducted(run, section) && !isLongAndAlike(run)) return null;
  const high = inTime.filter(({ dropped }) => dropped.length > 1);
  return high.length > inTime.length / 2 ? 'avb_high' : 'avb_2to1';
}

/** Tells whether P waves as far apart as those of the run are conducted in the beats around it. */
function isAmidConducted(run: readonly PInterval[], section: readonly PInterval[]): boolean {
  const pp = middle(
    run.flatMap(({ dropped, conducted }) => {
      const last = dropped.at(-1);
      return conducted === null || last === undefined ? [] : [conducted - last];
    }),
  );
  const conducted = section.filter((one, i) => {
    const last = section[i - 1]?.conducted ?? null;
    return (
      last !== null &&
      one.conducted !== null &&
      one.dropped.length === 0 &&
      ratio(one.conducted - last, pp) < even
    );
  });
  return conducted.length >= 2;
}

const isLongAndAlike = (run: readonly PInterval[]): boolean => {
  const likes = run.flatMap((one) => one.likes);
  return run.length >= fewestAlone && middle(likes) >= alikeAlone;
};

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Tells whether the P waves of an interval are evenly spaced, together with the one before its first beat and the
 * conducted one.
 */
function isEven(before: number | null, { dropped, conducted }: PInterval): boolean {
  if (dropped.length === 0 || conducted === null || before === null) return false;
  const places = [before, ...dropped, conducted];
  const gaps = places.slice(1).map((at, k) => at - (places[k] ?? 0));
  return ratio(Math.max(...gaps), Math.min(...gaps)) < even;
}

/** Returns the kind of block of a dropped P wave among conducted ones, or null. */
function droppedKind(section: readonly PInterval[], i: number, classes: Uint8Array): AvBlockKind | null {
  const [earlier, before, interval] = [section[i - 2], section[i - 1], section[i]];
  if (!before || !interval || !isEven(before.conducted, interval)) return null;
  if (isEctopic(classes[interval.beat]) || isEctopic(classes[interval.beat + 1])) return null;
  if (earlier && length(before) < premature * length(earlier) && earlier.dropped.length === 0) return null;
  const [last, first] = [prOf(before) ?? 0, prOf(interval) ?? 0];
  const hasGrown = last - first >= grown;
  if (!isBetweenConducted(section, i, hasGrown ? longer : doubled)) return null;
  if (interval.dropped.length > 1) return 'avb_high';
  if (hasGrown) return 'wenckebach';
  const pr = earlier ? prOf(earlier) : null;
  const isAlike = Math.abs(last - first) <= alikePr && pr !== null && Math.abs(last - pr) <= alikePr;
  return isAlike ? 'mobitz' : 'avb2';
}

const prOf = ({ to, conducted }: PInterval): number | null => (conducted === null ? null : to - conducted);

/**
 * Tells whether conducted P waves nearby have the same P-P distance as the dropped one, while no wave is found at that
 * place in the nearby intervals: there it would be a U wave of the beat before.
 */
function isBetweenConducted(section: readonly PInterval[], i: number, longerBy: number): boolean {
  const [interval, before] = [section[i], section[i - 1]];
  if (!interval || !before?.conducted) return false;
  const pp = (interval.dropped[0] ?? 0) - before.conducted;
  const near = section.slice(Math.max(0, i - around), i + 1 + around);
  const conducted = near.filter((one, k) => {
    const last = near[k - 1]?.conducted ?? null;
    if (last === null || one.conducted === null || one.dropped.length > 0) return false;
    return ratio(one.conducted - last, pp) < even && length(interval) > longerBy * length(one);
  });
  const dropping = near.filter((one) => one.dropped.length > 0 && length(one) * shorter < length(interval));
  return conducted.length > 0 && dropping.length === 0;
}

const isEctopic = (byte: number | undefined): boolean => byte === byteV || byte === byteF || byte === byteS;

function eventOf(kind: AvBlockKind, run: readonly PInterval[]): Event {
  const [first, last] = [run[0], run.at(-1)];
  const likes = run.flatMap(({ likes }) => likes);
  return {
    ...{
      kind,
      first: first?.beat ?? 0,
      last: (last?.beat ?? 0) + 1,
      from: first?.from ?? 0,
      to: last?.to ?? 0,
    },
    drops: likes.length,
    like: likes.reduce((sum, like) => sum + like, 0),
  };
}

function joinedEvents(events: Iterable<Event>, samples: Uint32Array): AtrialFinding[] {
  const all: Event[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (last?.kind !== event.kind || event.from - last.to > joined) all.push(event);
    else
      all[all.length - 1] = {
        ...last,
        last: event.last,
        to: event.to,
        drops: last.drops + event.drops,
        like: last.like + event.like,
      };
  }
  return all
    .filter(({ kind, drops }) => kind !== 'avb2' || drops > 1)
    .map(({ kind, first, last, drops, like }) => ({
      kind,
      start_sample: samples[first] ?? 0,
      end_sample: samples[last] ?? 0,
      certainty: certaintyOf(drops, like / drops),
    }))
    .filter(({ certainty }) => certainty >= leastCertainty);
}

/**
 * Returns the certainty in percent. It rises with the number of dropped P waves and with their likeness to the
 * patient's P wave.
 */
function certaintyOf(drops: number, like: number): number {
  return Math.round(Math.max(0, Math.min(95, 25 + 200 * (like - 0.8) + 10 * Math.min(3, drops - 1))));
}

/**
 * Classifies stretches without QRS: a pause, asystole from 6 s on, or ventricular standstill if P waves continue in it.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { Quality } from '../signal/quality.ts';
import type { EpisodeList } from './episode-list.ts';
import type { Intervals } from './intervals.ts';
import type { QualitySpan } from './quality-spans.ts';

/**
 * A pause of at least this many seconds is asystole (ESC 2018 advises pacing from 6 s on, with or without symptoms).
 */
const asystoleS = 6;
/** Shortest standstill in seconds, and the smallest share of its seconds that contain P waves. */
const standstillS = 3;
const leastShare = 0.5;

const pauseKinds = ['pause', 'standstill', 'asystole'] as const;
type PauseKind = (typeof pauseKinds)[number];

/** Tells whether a kind is a stretch without QRS. */
export const isPauseKind = (kind: string): boolean => pauseKinds.some((one) => one === kind);

/** Tells whether a pause has a more specific name than pause. */
export const isNamedPause = (kind: string | undefined): kind is 'standstill' | 'asystole' =>
  kind === 'standstill' || kind === 'asystole';

interface PauseSource {
  readonly beats: BeatTable;
  readonly quality: Quality;
  readonly intervals: Intervals;
  /** Unreadable seconds before each second. */
  readonly bad: Uint32Array;
  readonly unread: readonly QualitySpan[];
}

interface FoundPauses {
  readonly found: number;
  /** Beats that end a pause which a user rejected. */
  readonly withheld: readonly number[];
  /** Ends of the pauses that a user added, in samples. */
  readonly drawn: readonly number[];
}

/** Counts the pauses, including standstill and asystole. */
export function findPauses(
  ending: readonly number[],
  source: PauseSource,
  episodes: EpisodeList,
): FoundPauses {
  const { samples } = source.beats;
  const withheld = ending.filter((beat) => {
    const kind = kindOf(source, samples[beat - 1] ?? 0, samples[beat] ?? 0);
    return !episodes.add(kind, beat - 1, beat);
  });
  findLast(source, episodes);
  findBesideUnread(source, episodes);
  const drawn = pauseKinds.flatMap((kind) => episodes.drawn(kind).map(({ end_sample }) => end_sample));
  return { found: ending.length - withheld.length + drawn.length, withheld, drawn };
}

/**
 * Adds the stretches of asystole that begin or end in unreadable time, or in fibrillation: the intervals there are not
 * counted.
 */
function findBesideUnread(source: PauseSource, episodes: EpisodeList): void {
  const { unread } = source;
  const { samples, length, sampling_hz: hz } = source.beats;
  let reached = 0;
  const add = (start: number, end: number): void => {
    if (start < reached || end - start < asystoleS * hz) return;
    reached = end;
    episodes.addSpan(kindOf(source, start, end), start, end);
  };
  unread.forEach(({ start_sample, end_sample }, i) => {
    const before = unread[i - 1]?.end_sample ?? 0;
    const next = unread[i + 1]?.start_sample ?? length;
    const last = samples[lowerBound(samples, start_sample) - 1] ?? 0;
    if (last >= before) add(last, start_sample);
    const first = samples[lowerBound(samples, end_sample)] ?? Infinity;
    if (Math.min(first, next) < length) add(end_sample, Math.min(first, next));
  });
}

/** Adds a pause that lasts to the end of the recording, if all signal after the last beat is readable. */
function findLast(source: PauseSource, episodes: EpisodeList): void {
  const { samples, length, sampling_hz: hz } = source.beats;
  const last = samples.at(-1);
  if (last === undefined || length - last < asystoleS * hz) return;
  const { bad } = source;
  if (bad.at(-1) === bad[Math.floor(last / hz)]) episodes.addSpan(kindOf(source, last, length), last, length);
}

function kindOf({ beats, quality }: PauseSource, start: number, end: number): PauseKind {
  const { sampling_hz: hz } = beats;
  const lone = quality.lone_p_waves;
  const seconds = (end - start) / hz;
  const [from, until] = [Math.floor(start / hz) + 1, Math.floor(end / hz)];
  let held = 0;
  for (let s = from; s < until; s++) held += lone?.[s] ?? 0;
  if (seconds >= standstillS && held >= leastShare * (until - from)) return 'standstill';
  return seconds < asystoleS ? 'pause' : 'asystole';
}

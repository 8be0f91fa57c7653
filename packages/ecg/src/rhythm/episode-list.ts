/**
 * Collects episodes of all kinds. At most a limit of each kind is listed: alternately the longest and the one with the
 * most extreme rate, so that neither a long slow run nor a short fast one is left out. Episodes that a user rejected
 * are not added; episodes that a user added are included.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { noMarks, spanFinder } from './episode-marks.ts';
import type { EpisodeMarks, EpisodeSpan } from './episode-marks.ts';
import type { Intervals } from './intervals.ts';
import {
  type AnalysisSummary,
  countUnlisted,
  type Episode,
  type RhythmLane,
  type LimitedKind,
} from './summary.ts';

export interface EpisodeList {
  /**
   * Adds an episode from beat `first` to beat `last`. Returns false if a user rejected it; it is then not counted
   * anywhere.
   */
  add(kind: RhythmKey, first: number, last: number): boolean;
  addSpan(kind: RhythmKey, startSample: number, endSample: number): void;
  /** Returns the episodes that a user added. */
  drawn(kind: RhythmKey): readonly Episode[];
  /** Returns at most `limit` episodes of each kind, in order of time, and the kinds of which more were found. */
  listed(limit: number): Pick<AnalysisSummary, 'episodes' | 'episodes_left_out' | 'limited_kinds'>;
  lanes(length: number): RhythmLane[];
}

export function createEpisodeList(
  beats: BeatTable,
  intervals: Intervals,
  marks: EpisodeMarks = noMarks,
): EpisodeList {
  const withheld = spanFinder(marks.withheld, beats.sampling_hz);
  const drawn = marks.drawn.map((span) => drawnEpisode(beats, intervals, span));
  const byKind = new Map<RhythmKey, Episode[]>();
  const listOf = (kind: RhythmKey): Episode[] => {
    const list = byKind.get(kind) ?? [];
    byKind.set(kind, list);
    return list;
  };
  for (const episode of drawn) listOf(episode.kind).push(episode);
  return {
    add(kind, first, last) {
      const start_sample = beats.samples[first] ?? 0;
      const end_sample = beats.samples[last] ?? 0;
      if (withheld(kind, start_sample, end_sample) !== undefined) return false;
      const bpm = meanRate(intervals.rr, first + 1, last);
      listOf(kind).push({ kind, start_sample, end_sample, beats: last - first + 1, bpm });
      return true;
    },
    addSpan(kind, startSample, endSample) {
      if (withheld(kind, startSample, endSample) !== undefined) return;
      listOf(kind).push({ kind, start_sample: startSample, end_sample: endSample, beats: 0, bpm: null });
    },
    drawn: (kind) => drawn.filter((episode) => episode.kind === kind),
    listed(limit) {
      const episodes: Episode[] = [];
      const limited: LimitedKind[] = [];
      for (const [kind, list] of byKind) {
        if (list.length > limit) {
          const samples = list.reduce((sum, one) => sum + one.end_sample - one.start_sample, 0);
          limited.push({ kind, found: list.length, listed: limit, samples });
        }
        for (const episode of gravest(list, limit)) episodes.push(episode);
      }
      episodes.sort((a, b) => a.start_sample - b.start_sample || a.end_sample - b.end_sample);
      return {
        episodes,
        episodes_left_out: countUnlisted(limited),
        ...(limited.length > 0 && { limited_kinds: limited }),
      };
    },
    lanes: (length) => [...byKind].map(([kind, list]) => ({ kind, spans: joined(list, length / 4000) })),
  };
}

function drawnEpisode(beats: BeatTable, intervals: Intervals, span: EpisodeSpan): Episode {
  const first = lowerBound(beats.samples, span.start_sample);
  const until = lowerBound(beats.samples, span.end_sample + 1);
  let held = 0;
  for (let i = first; i < until; i++) held += intervals.counted[i] ?? 0;
  return {
    kind: span.kind,
    start_sample: span.start_sample,
    end_sample: span.end_sample,
    beats: held,
    bpm: meanRate(intervals.rr, first + 1, until - 1),
  };
}

/** Returns the mean rate over the counted intervals that end at beats `from` to `to`. */
export function meanRate(rr: Float32Array, from: number, to: number): number | null {
  let sum = 0;
  let count = 0;
  for (let i = from; i <= to; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : Math.round((600 * count) / sum) / 10;
}

const slowKinds: ReadonlySet<RhythmKey> = new Set<RhythmKey>(['brady', 'pause', 'asystole', 'standstill']);

function gravest(list: readonly Episode[], limit: number): Iterable<Episode> {
  if (list.length <= limit) return list;
  const span = (episode: Episode): number => episode.end_sample - episode.start_sample;
  const rate = ({ kind, bpm }: Episode): number =>
    slowKinds.has(kind) ? -(bpm ?? Infinity) : (bpm ?? -Infinity);
  const longest = [...list].sort((a, b) => span(b) - span(a) || a.start_sample - b.start_sample);
  const byRate = [...list].sort((a, b) => rate(b) - rate(a) || a.start_sample - b.start_sample);
  const chosen = new Set<Episode>();
  for (let i = 0; chosen.size < limit; i++) {
    for (const episode of [longest[i], byRate[i]])
      if (episode !== undefined && chosen.size < limit) chosen.add(episode);
  }
  return chosen;
}

function joined(list: readonly Episode[], near: number): [number, number][] {
  const sorted = [...list].sort((a, b) => a.start_sample - b.start_sample);
  const spans: [number, number][] = [];
  for (const episode of sorted) {
    const last = spans.at(-1);
    if (last && episode.start_sample - last[1] <= near) last[1] = Math.max(last[1], episode.end_sample);
    else spans.push([episode.start_sample, episode.end_sample]);
  }
  return spans;
}

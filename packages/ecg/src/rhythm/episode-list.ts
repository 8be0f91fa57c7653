/**
 * Collects episodes of all kinds: every one counted, of each kind the longest `episodeLimit` kept. One that a person
 * withholds is not taken in; those that a person drew are.
 */
import { lowerBound } from '../beats/lower-bound.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { noMarks, spanFinder } from './episode-marks.ts';
import type { EpisodeMarks, EpisodeSpan } from './episode-marks.ts';
import type { Intervals } from './intervals.ts';
import { episodeLimit } from './summary.ts';
import type { Episode, Lane } from './summary.ts';

export interface EpisodeList {
  /** From beat `first` to beat `last`; false where a person withholds it, and then nothing counts it. */
  add(kind: RhythmKey, first: number, last: number): boolean;
  addSpan(kind: RhythmKey, startSample: number, endSample: number): void;
  /** Those that a person drew. */
  drawn(kind: RhythmKey): readonly Episode[];
  kept(): { episodes: Episode[]; left_out: number };
  lanes(length: number): Lane[];
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
    kept() {
      const episodes: Episode[] = [];
      let leftOut = 0;
      for (const list of byKind.values()) {
        const chosen = longest(list);
        leftOut += list.length - chosen.length;
        for (const episode of chosen) episodes.push(episode);
      }
      episodes.sort((a, b) => a.start_sample - b.start_sample || a.end_sample - b.end_sample);
      return { episodes, left_out: leftOut };
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

/** Mean rate over the counted intervals that end at beats `from` to `to`. */
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

function longest(list: readonly Episode[]): readonly Episode[] {
  if (list.length <= episodeLimit) return list;
  const span = (episode: Episode): number => episode.end_sample - episode.start_sample;
  return [...list]
    .sort((a, b) => span(b) - span(a) || a.start_sample - b.start_sample)
    .slice(0, episodeLimit);
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

/** Scores atrial fibrillation on a list of beats with annotated rhythms, per beat and per episode. */
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { mendIntervals } from '@rhythmdesk/ecg/rhythm/mend-intervals';
import type { BeatList } from './records.ts';

interface Share {
  hits: number;
  of: number;
}
export interface AfScore {
  readonly name: string;
  readonly af: Share;
  readonly other: Share;
  /** Beats annotated as atrial flutter; those called fibrillation are hits. */
  readonly flutter: Share;
  readonly episodes: Share;
}

export function listIntervals(samples: ArrayLike<number>, hz: number): Float32Array {
  const rr = new Float32Array(samples.length);
  for (let i = 1; i < samples.length; i++) {
    const seconds = ((samples[i] ?? 0) - (samples[i - 1] ?? 0)) / hz;
    rr[i] = seconds > 0.15 && seconds < 3 ? seconds : 0;
  }
  mendIntervals(rr);
  return rr;
}

/** Scores one list. `percent` is the certainty of each beat; from 50 on it is called fibrillation. */
export function afScore(list: BeatList, percent: Uint8Array): AfScore {
  const af = { hits: 0, of: 0 };
  const other = { hits: 0, of: 0 };
  const flutter = { hits: 0, of: 0 };
  list.rhythms.forEach((rhythm, i) => {
    const on = (percent[i] ?? 0) >= 50;
    const side = rhythm === 'AFIB' ? af : rhythm === 'AFL' ? flutter : other;
    side.of++;
    if (on === (side !== other)) side.hits++;
  });
  return { name: list.name, af, other, flutter, episodes: episodesFound(list, percent) };
}

/** Counts annotated episodes of 30 s or longer; those with at least half of the beats called fibrillation are hits. */
function episodesFound(list: BeatList, percent: Uint8Array): Share {
  const found = { hits: 0, of: 0 };
  for (let i = 0; i < list.samples.length; i++) {
    if (list.rhythms[i] !== 'AFIB') continue;
    let end = i;
    let hits = 0;
    while (end < list.samples.length && list.rhythms[end] === 'AFIB')
      hits += (percent[end++] ?? 0) >= 50 ? 1 : 0;
    if (((list.samples[end - 1] ?? 0) - (list.samples[i] ?? 0)) / list.sampling_hz >= 30) {
      found.of++;
      if (hits * 2 >= end - i) found.hits++;
    }
    i = end;
  }
  return found;
}

export function sumOfScores(scores: readonly AfScore[], name: string): AfScore {
  const sum = (part: 'af' | 'other' | 'flutter' | 'episodes'): Share =>
    scores.reduce((all, score) => ({ hits: all.hits + score[part].hits, of: all.of + score[part].of }), {
      hits: 0,
      of: 0,
    });
  return { name, af: sum('af'), other: sum('other'), flutter: sum('flutter'), episodes: sum('episodes') };
}

const cell = ({ hits, of }: Share): number[] => [hits, of];
export const afRow = ({ name, af, other, flutter, episodes }: AfScore): AccuracyRow => ({
  name,
  cells: [cell(af), cell(other), cell(flutter), cell(episodes)],
});

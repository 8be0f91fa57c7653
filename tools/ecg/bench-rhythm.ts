/** Atrial fibrillation: afdb from beat positions, Challenge 2017 strips from their signal. */
import { afProbabilities } from '@rhythmdesk/ecg/rhythm/af-probability';
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { numbers } from './bench-beats.ts';
import { readAfdbBeats, readStrip, recordNames, stripLabels } from './records.ts';
import type { BeatList } from './records.ts';
import { analyse } from './run-engine.ts';
import { listIntervals } from './train-af.ts';

interface AfScore {
  readonly name: string;
  readonly af: { hits: number; of: number };
  readonly other: { hits: number; of: number };
  readonly episodes: { hits: number; of: number };
}

/** Annotated episodes of 30 s and longer of which at least half the beats were called fibrillation. */
function episodesFound(list: BeatList, called: Uint8Array): { hits: number; of: number } {
  const found = { hits: 0, of: 0 };
  for (let i = 0; i < list.samples.length; i++) {
    if (list.rhythms[i] !== 'AFIB') continue;
    let end = i;
    let hits = 0;
    while (end < list.samples.length && list.rhythms[end] === 'AFIB')
      hits += (called[end++] ?? 0) >= 50 ? 1 : 0;
    if (((list.samples[end - 1] ?? 0) - (list.samples[i] ?? 0)) / list.sampling_hz >= 30) {
      found.of++;
      if (hits * 2 >= end - i) found.hits++;
    }
    i = end;
  }
  return found;
}

export function afScores(): AfScore[] {
  return recordNames('afdb_beats', '.qrs').map((name) => {
    const list = readAfdbBeats(name);
    const called = afProbabilities(listIntervals(list.samples, list.sampling_hz));
    const af = { hits: 0, of: 0 };
    const other = { hits: 0, of: 0 };
    list.rhythms.forEach((rhythm, i) => {
      if (rhythm === 'AFL') return;
      const on = (called[i] ?? 0) >= 50;
      const side = rhythm === 'AFIB' ? af : other;
      side.of++;
      if (on === (rhythm === 'AFIB')) side.hits++;
    });
    return { name, af, other, episodes: episodesFound(list, called) };
  });
}

export function afRows(): AccuracyRow[] {
  const scores = afScores();
  const sum = (part: 'af' | 'other' | 'episodes') =>
    scores.reduce((all, score) => ({ hits: all.hits + score[part].hits, of: all.of + score[part].of }), {
      hits: 0,
      of: 0,
    });
  const all: AfScore = { name: 'all', af: sum('af'), other: sum('other'), episodes: sum('episodes') };
  return [...scores, all].map(({ name, af, other, episodes }) => ({
    name,
    cells: [numbers(af), numbers(other), numbers(episodes)],
  }));
}

export function stripRows(): AccuracyRow[] {
  let found = 0;
  let missed = 0;
  let wrong = 0;
  for (const { name, label } of stripLabels()) {
    if (label === '~') continue;
    const { beats } = analyse(readStrip(name), [0]);
    const called = beats.af.length > 0 && (beats.af[0] ?? 0) >= 50;
    if (label === 'A' && called) found++;
    else if (label === 'A') missed++;
    else if (called) wrong++;
  }
  return [{ name: 'cinc2017', cells: [[found, missed, wrong], [found], [missed], [wrong]] }];
}

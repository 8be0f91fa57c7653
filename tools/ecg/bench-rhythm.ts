/** Scores atrial fibrillation: afdb from beat positions, Challenge 2017 strips from their signal. */
import { afProbabilities } from '@rhythmdesk/ecg/rhythm/af-probability';
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { afRow, afScore, listIntervals, sumOfScores } from './af-score.ts';
import { readAfdbBeats, readStrip, recordNames, stripLabels } from './records.ts';
import { analyse } from './run-engine.ts';

export function afRows(): AccuracyRow[] {
  const scores = recordNames('afdb_beats', '.qrs').map((name) => {
    const list = readAfdbBeats(name);
    return afScore(list, afProbabilities(listIntervals(list.samples, list.sampling_hz)));
  });
  return [...scores, sumOfScores(scores, 'all')].map(afRow);
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

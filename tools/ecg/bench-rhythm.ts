/**
 * Atrial fibrillation: afdb from beat positions, Challenge 2017 strips from their signal. Ventricular flutter: record
 * 207 of mitdb, and everything else as what must not be called so.
 */
import { afProbabilities } from '@rhythmdesk/ecg/rhythm/af-probability';
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { afRow, afScore, listIntervals, sumOfScores } from './af-score.ts';
import { readAfdbBeats, readStrip, readWfdb, recordNames, stripLabels } from './records.ts';
import type { EcgRecord } from './records.ts';
import { flutterSegments } from './reference.ts';
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

const touches = (
  s: { start: number; end: number },
  e: { start_sample: number; end_sample: number },
): boolean => e.start_sample < s.end && e.end_sample > s.start;

/** Marked stretches of ventricular flutter that were met, and episodes called elsewhere; a line a set of records. */
export function flutterRows(): AccuracyRow[] {
  const sets: readonly (readonly [string, readonly EcgRecord[]])[] = [
    ['mitdb', recordNames('mitdb', '.atr').map((name) => readWfdb('mitdb', name))],
    ['nstdb', recordNames('nstdb', '.hea').map((name) => readWfdb('nstdb', name))],
    ['cinc2017', stripLabels().map(({ name }) => readStrip(name))],
  ];
  return sets.map(([name, records]) => {
    let [met, of, wrong] = [0, 0, 0];
    for (const record of records) {
      const called = analyse(record, [0]).summary.episodes.filter(({ kind }) => kind === 'vfl');
      const truth = flutterSegments(record.annotations, 0);
      of += truth.length;
      met += truth.filter((s) => called.some((e) => touches(s, e))).length;
      wrong += called.filter((e) => !truth.some((s) => touches(s, e))).length;
    }
    return { name, cells: [[met, of], [wrong]] };
  });
}

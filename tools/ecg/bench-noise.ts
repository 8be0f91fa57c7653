/**
 * Scores beats and quality under electrode motion on nstdb, whose two-minute stretches of noise start after five
 * minutes.
 */
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures, compareBeats } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { LabelledBeats, Segment } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { qualityCode } from '@rhythmdesk/ecg/signal/quality';
import { numbers } from './bench-beats.ts';
import { referenceBeats } from './reference.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { analyse, unreadSegments } from './run-engine.ts';

const isNoisy = (second: number): boolean => second >= 300 && (second - 300) % 240 < 120;

/** Returns a row of the table of electrode motion, from the beats found and the quality of each second. */
export function motionCells(record: EcgRecord, used: Uint8Array, test: LabelledBeats): number[][] {
  const hz = record.sampling_hz;
  let kept = 0;
  let noisy = 0;
  let called = 0;
  const quiet: Segment[] = [];
  used.forEach((code, second) => {
    if (!isNoisy(second)) quiet.push({ start: second * hz, end: (second + 1) * hz - 1 });
    else {
      noisy++;
      if (code === qualityCode.usable) kept++;
    }
    if (second < 300 && code !== qualityCode.usable) called++;
  });
  const reference = referenceBeats(record.annotations);
  const score = (excluded: Segment[]): number[] => {
    const figures = beatFigures(compareBeats({ reference, test, sampling_hz: hz, excluded }));
    return numbers(figures.qrs_sensitivity, figures.qrs_predictivity);
  };
  const unread = unreadSegments(used, hz);
  return [score([]), score(unread), score([...unread, ...quiet]), [kept, noisy], [called, 300]];
}

export function noiseRows(): AccuracyRow[] {
  return recordNames('nstdb', '.dat').map((name) => {
    const record = readWfdb('nstdb', name);
    const { beats, quality } = analyse(record, [0]);
    return { name, cells: motionCells(record, quality.used, beats) };
  });
}

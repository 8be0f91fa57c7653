/** Beat detection in a database that no detector was learned from. */
import type { AccuracyRow, AccuracyRowName } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures, compareBeats, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { numbers } from './bench-beats.ts';
import { readWfdb, recordNames } from './records.ts';
import { flutterSegments, referenceBeats } from './reference.ts';
import { analyse } from './run-engine.ts';

const set = 'svdb';

function detectionRow(name: AccuracyRowName, leads: readonly number[]): AccuracyRow {
  const tables = recordNames(set, '.dat').map((record) => {
    const read = readWfdb(set, record);
    const { annotations, sampling_hz } = read;
    return compareBeats({
      reference: referenceBeats(annotations),
      test: analyse(read, leads).beats,
      sampling_hz,
      excluded: flutterSegments(annotations, 0.15 * sampling_hz),
    });
  });
  const { qrs_sensitivity: found, qrs_predictivity: right } = beatFigures(sumTables(tables));
  return { name, cells: [numbers(found, right), [found.of - found.hits], [right.of - right.hits]] };
}

export const unseenRows = (): AccuracyRow[] => [
  detectionRow('svdb_first', [0]),
  detectionRow('svdb_both', [0, 1]),
];

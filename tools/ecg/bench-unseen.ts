/** Beats of a database that no model was learned from: in all, without its heaviest record, and record by record. */
import type { AccuracyRow, AccuracyRowName } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures, compareBeats, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { BeatFigures, ConfusionTable } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { beatCells } from './bench-beats.ts';
import { readWfdb, recordNames } from './records.ts';
import { flutterSegments, referenceBeats } from './reference.ts';
import { analyse } from './run-engine.ts';

const set = 'svdb';
/** A record of fewer beats of a class says nothing of its F1. */
const fewestBeats = 10;

function scoreRecord(name: string, leads: readonly number[]): ConfusionTable {
  const record = readWfdb(set, name);
  const { annotations, sampling_hz } = record;
  return compareBeats({
    reference: referenceBeats(annotations),
    test: analyse(record, leads).beats,
    sampling_hz,
    excluded: flutterSegments(annotations, 0.15 * sampling_hz),
  });
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

function recordSpread(figures: readonly BeatFigures[], key: 'v' | 's'): number[] {
  const values = figures.flatMap((f) => {
    const [found, right] = [f[`${key}_sensitivity`], f[`${key}_predictivity`]];
    return found.of < fewestBeats ? [] : [(2 * found.hits) / (found.of + right.of)];
  });
  return [0.5, 0.1].map((share) => Math.round(1000 * quantile(values, share)));
}

const rowOf = (name: AccuracyRowName, tables: readonly ConfusionTable[]): AccuracyRow => {
  const each = tables.map(beatFigures);
  return {
    name,
    cells: [...beatCells(beatFigures(sumTables(tables))), recordSpread(each, 'v'), recordSpread(each, 's')],
  };
};

/** Supraventricular beats that a record holds or that were called in it. */
function weightOf(table: ConfusionTable): number {
  const { s_sensitivity, s_predictivity } = beatFigures(table);
  return s_sensitivity.of + s_predictivity.of;
}

export function unseenRows(): AccuracyRow[] {
  const names = recordNames(set, '.dat');
  const first = names.map((name) => scoreRecord(name, [0]));
  const both = names.map((name) => scoreRecord(name, [0, 1]));
  const heaviest = first.reduce((most, table) => (weightOf(table) > weightOf(most) ? table : most));
  return [
    rowOf('svdb_first', first),
    rowOf(
      'svdb_first_without',
      first.filter((table) => table !== heaviest),
    ),
    rowOf('svdb_both', both),
  ];
}

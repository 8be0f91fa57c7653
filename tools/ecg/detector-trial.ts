/**
 * Scores detectors on whole records that they were not trained on, in the way the engine runs: with quality, EC57's
 * window and learning period, but without classes. Each record has its own pair of models.
 */
import { byteN } from '@rhythmdesk/ecg/beats/beat-class';
import { createBeatFinder } from '@rhythmdesk/ecg/beats/beat-finder';
import { workHz } from '@rhythmdesk/ecg/beats/lead-bands';
import type { DetectorModels } from '@rhythmdesk/ecg/beats/lead-detector';
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures, compareBeats, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { ConfusionTable, LabelledBeats } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { recordingQuality } from '@rhythmdesk/ecg/signal/quality';
import { numbers, variants } from './bench-beats.ts';
import { motionCells } from './bench-noise.ts';
import { firstGroup } from './detector-leads.ts';
import { interleaved } from './interleaved.ts';
import { flutterSegments, referenceBeats } from './reference.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';

/** Returns the models that were trained without a group of records. */
export type UnseenModels = (group: number) => DetectorModels;

interface Trial {
  readonly beats: LabelledBeats;
  readonly used: Uint8Array;
}

export function tryRecord(record: EcgRecord, leads: readonly number[], models: DetectorModels): Trial {
  const finder = createBeatFinder({
    sampling_hz: record.sampling_hz,
    gains_uv: leads.map((lead) => record.gains_uv[lead] ?? 5),
    models,
  });
  const frames = interleaved(record, leads);
  finder.push(frames);
  const found = finder.finish();
  const seconds = Math.ceil(frames.length / leads.length / record.sampling_hz);
  const peaks = found.columns.peak.subarray(0, found.columns.count);
  const samples = Float64Array.from(peaks, (peak) => Math.round((peak * record.sampling_hz) / workHz));
  return {
    beats: { samples, classes: new Uint8Array(samples.length).fill(byteN) },
    used: recordingQuality(found.leads, found.chosen, seconds).used,
  };
}

/** Size and polarity change no feature of the detector, so those copies would only repeat the first line. */
const tried = variants.filter(({ name }) => name !== 'first_lead_inverted' && name !== 'first_lead_third');

/** One way of reading the records of a set. */
interface TriedSet extends Pick<(typeof variants)[number], 'name' | 'leads' | 'alter'> {
  readonly set: keyof typeof firstGroup;
}

const svdb = { set: 'svdb', alter: (record: EcgRecord) => record } as const;
const triedSets: readonly TriedSet[] = [
  ...tried.map((variant) => ({ ...variant, set: 'mitdb' }) as const),
  { ...svdb, name: 'svdb_first', leads: [0] },
  { ...svdb, name: 'svdb_both', leads: [0, 1] },
];

/** Scores detection on each record of mitdb, original and altered, and of svdb, by models that did not see it. */
export function beatRows(unseen: UnseenModels): AccuracyRow[] {
  return triedSets.map(({ set, name, leads, alter }) => {
    const tables = recordNames(set, '.dat').map((record, k) => {
      const original = readWfdb(set, record);
      const table = detectionTable(original, alter(original), leads, unseen(firstGroup[set] + k));
      if (leads.join() === '0') console.log(name, record, ...errorCounts(table));
      return table;
    });
    const sum = sumTables(tables);
    const { qrs_sensitivity, qrs_predictivity } = beatFigures(sum);
    const [missed, wrong] = errorCounts(sum);
    const cells = [numbers(qrs_sensitivity, qrs_predictivity), [missed], [wrong]];
    console.log(name, JSON.stringify(cells));
    return { name, cells };
  });
}

function detectionTable(
  original: EcgRecord,
  altered: EcgRecord,
  leads: readonly number[],
  models: DetectorModels,
): ConfusionTable {
  const { beats } = tryRecord(altered, leads, models);
  const hz = original.sampling_hz;
  const factor = hz / altered.sampling_hz;
  return compareBeats({
    reference: referenceBeats(original.annotations),
    test: { ...beats, samples: Float64Array.from(beats.samples, (sample) => sample * factor) },
    sampling_hz: hz,
    excluded: flutterSegments(original.annotations, 0.15 * hz),
  });
}

function errorCounts(table: ConfusionTable): [number, number] {
  const { qrs_sensitivity: found, qrs_predictivity: right } = beatFigures(table);
  return [found.of - found.hits, right.of - right.hits];
}

/** Scores electrode motion on record 118 by models that did not see record 118. */
export function motionRows(unseen: UnseenModels): AccuracyRow[] {
  const group = recordNames('mitdb', '.dat').indexOf('118');
  return recordNames('nstdb', '.dat').map((name) => {
    const record = readWfdb('nstdb', name);
    const { beats, used } = tryRecord(record, [0], unseen(group));
    const row = { name, cells: motionCells(record, used, beats) };
    console.log(JSON.stringify(row));
    return row;
  });
}

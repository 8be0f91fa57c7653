/**
 * Scores ventricular flutter: it must be found in record 207 of mitdb, and nowhere else, also under electrode motion
 * and in recordings of the synthetic generator.
 */
import type { AccuracyRow } from '@rhythmdesk/ecg/scoring/accuracy';
import { EcgGenerator } from '@rhythmdesk/ecg/synth/ecg-generator';
import { synthPatients } from '@rhythmdesk/ecg/synth/patient';
import type { SynthPatient } from '@rhythmdesk/ecg/synth/patient';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { underMotion } from './motion-copies.ts';
import { readStrip, readWfdb, recordNames, stripLabels } from './records.ts';
import type { EcgRecord } from './records.ts';
import { flutterSegments } from './reference.ts';
import { analyse } from './run-engine.ts';

interface FlutterScore {
  readonly met: number;
  readonly of: number;
  readonly wrong: number;
  readonly seconds: number;
}

const touches = (
  s: { start: number; end: number },
  e: { start_sample: number; end_sample: number },
): boolean => e.start_sample < s.end && e.end_sample > s.start;

function scoreOf(record: EcgRecord, lead = 0): FlutterScore {
  const called = analyse(record, [lead]).summary.episodes.filter(({ kind }) => kind === 'vfl');
  const truth = flutterSegments(record.annotations, 0);
  return {
    met: truth.filter((s) => called.some((e) => touches(s, e))).length,
    of: truth.length,
    wrong: called.filter((e) => !truth.some((s) => touches(s, e))).length,
    seconds: Math.round((record.leads[0]?.length ?? 0) / record.sampling_hz),
  };
}

const row = (name: string, scores: readonly FlutterScore[]): AccuracyRow => {
  const sum = (part: keyof FlutterScore): number => scores.reduce((total, score) => total + score[part], 0);
  return { name, cells: [[sum('met'), sum('of')], [sum('wrong')], [sum('wrong'), sum('seconds')]] };
};

const setOf = (set: string): EcgRecord[] => recordNames(set, '.hea').map((name) => readWfdb(set, name));

/** Signal-to-noise ratios of the electrode motion added to the first leads. */
const decibels = [9, 0];
const underOwnMotion = (records: readonly EcgRecord[]): EcgRecord[] =>
  decibels.flatMap((ratio) => records.map((record, k) => underMotion(record, ratio, 500_000 + 7919 * k)));

const hz = 250;
const hours = 4;
const burstsAnHour = 90;

/**
 * Each patient of the generator is recorded in a lead with large and in one with small complexes, with motion; none has
 * flutter.
 */
const syntheticLeads = ['MLII', 'V1'];

function synthetic(patient: SynthPatient, label: string, seed: number): EcgRecord {
  const samples = hours * 3600 * hz;
  const generator = new EcgGenerator({
    patient: { ...patient, artefacts_per_hour: burstsAnHour },
    labels: [label],
    sampling_hz: hz,
    samples,
    gain_uv_per_lsb: 5,
    start_hour: 10,
    random: seededRandom(seed),
    onBeat: () => undefined,
  });
  const lead = new Int16Array(samples);
  let at = 0;
  for (let block = generator.next(); block !== null; block = generator.next()) {
    lead.set(block, at);
    at += block.length;
  }
  return { name: label, sampling_hz: hz, leads: [lead], gains_uv: [5], annotations: [] };
}

/** Returns a row per set: stretches of ventricular flutter that were found, and episodes called elsewhere. */
export function flutterRows(): AccuracyRow[] {
  const [mitdb, svdb] = [setOf('mitdb'), setOf('svdb')];
  const moving = syntheticLeads.flatMap((label) =>
    Object.values(synthPatients).map((patient, k) => scoreOf(synthetic(patient, label, 9001 + k))),
  );
  const heaviest = moving.reduce((most, one) => (one.wrong > most.wrong ? one : most));
  return [
    row(
      'mitdb_first',
      mitdb.map((record) => scoreOf(record)),
    ),
    row(
      'mitdb_second',
      mitdb.map((record) => scoreOf(record, 1)),
    ),
    row(
      'svdb_first',
      svdb.map((record) => scoreOf(record)),
    ),
    row(
      'nstdb',
      setOf('nstdb').map((record) => scoreOf(record)),
    ),
    row(
      'cinc2017',
      stripLabels().map(({ name }) => scoreOf(readStrip(name))),
    ),
    row(
      'motion_copies',
      underOwnMotion([...mitdb, ...svdb]).map((record) => scoreOf(record)),
    ),
    row('synthetic_motion', moving),
    row(
      'synthetic_motion_without',
      moving.filter((one) => one !== heaviest),
    ),
  ];
}

/**
 * Implements `npm run bench:ecg -- --atrial-flutter`: how much drawn atrial flutter is named, and what is named flutter
 * in drawn hearts without it and in every development record with a signal. Of these only 203 of mitdb has such a label,
 * so the other records are listed by name, for a look at their waves.
 */
import { drawAtrialFlutter } from '@rhythmdesk/ecg/synth/test-atrial-flutter';
import type { DrawnFlutter } from '@rhythmdesk/ecg/synth/test-atrial-flutter';
import { readStrip, readWfdb, recordNames, stripLabels } from './records.ts';
import type { EcgRecord } from './records.ts';
import { analyse } from './run-engine.ts';

const hearts = 24;
const hz = 250;

const drawings: readonly (readonly [string, Partial<DrawnFlutter>])[] = [
  ['flutter of 280 a minute, 0.15 mV', {}],
  ['the same, 40 µV of muscle noise', { muscle_uv: 40 }],
  ['the same, 0.10 mV', { height_mv: 0.1 }],
  ['the same, 0.05 mV', { height_mv: 0.05 }],
  ['the same, 2:1 with 3:1', { conduction: [2, 2, 2, 3] }],
  ['the same, 4:1 throughout', { conduction: [4] }],
  ['the same, 4:1 throughout, 0.10 mV', { conduction: [4], height_mv: 0.1 }],
  ['the same, 4:1 throughout, 40 µV of muscle noise', { conduction: [4], muscle_uv: 40 }],
  ['the same, 3:1 throughout', { conduction: [3] }],
  ['flutter of 240 a minute, 4:1 throughout', { atrial_bpm: 240, conduction: [4] }],
  ['flutter of 330 a minute, 4:1 throughout', { atrial_bpm: 330, conduction: [4] }],
  ['flutter of 230 a minute, 0.15 mV', { atrial_bpm: 230 }],
  ['flutter of 330 a minute, 0.15 mV', { atrial_bpm: 330 }],
  ['fibrillation, 0.10 mV', { kind: 'fibrillation', height_mv: 0.1 }],
  ['fibrillation, 0.20 mV', { kind: 'fibrillation', height_mv: 0.2 }],
  ['sinus rhythm of 70 a minute without breathing', { kind: 'tremor', height_mv: 0, breathing: 0.002 }],
  ['sinus rhythm, tremor of 5.2 Hz, 0.15 mV', { kind: 'tremor', atrial_bpm: 310, height_mv: 0.15 }],
];

function flutterIn(record: EcgRecord, leads: readonly number[]) {
  const { quality } = analyse(record, leads);
  return (quality.atrial_findings ?? []).filter(({ kind }) => kind === 'afl');
}

function drawnLine([name, options]: (typeof drawings)[number]): string {
  let [named, time, all] = [0, 0, 0];
  for (let seed = 1; seed <= hearts; seed++) {
    const { frames, start, end } = drawAtrialFlutter(options, { hz, seed });
    const record = { name, sampling_hz: hz, leads: [frames], gains_uv: [2.5], annotations: [] };
    const found = flutterIn(record, [0]);
    named += Number(found.length > 0);
    all += end - start;
    for (const { start_sample, end_sample } of found)
      time += Math.max(0, Math.min(end, end_sample) - Math.max(start, start_sample));
  }
  return `| ${name} | ${String(named)} / ${String(hearts)} | ${((100 * time) / all).toFixed(0)} % of the time |`;
}

function setLine(set: string, names: readonly string[], read: (name: string) => EcgRecord): string {
  const where: string[] = [];
  for (const name of names) {
    const record = read(name);
    const leads = record.leads.length > 1 ? [0, 1] : [0];
    const seconds = flutterIn(record, leads).reduce(
      (sum, { start_sample, end_sample }) => sum + (end_sample - start_sample) / record.sampling_hz,
      0,
    );
    if (seconds > 0) where.push(`${name} (${seconds.toFixed(0)} s)`);
  }
  return `| ${set} | ${String(where.length)} / ${String(names.length)} | ${where.join(', ') || 'none'} |`;
}

/** Returns a line for each kind of drawn heart and each set of records. */
export function atrialFlutterLines(): string[] {
  const strips = stripLabels();
  const labelled = (label: string) => strips.filter((strip) => strip.label === label).map(({ name }) => name);
  return [
    ...drawings.map(drawnLine),
    ...['mitdb', 'svdb', 'nstdb', 'vfdb'].map((set) =>
      setLine(`${set}, both leads`, recordNames(set, '.dat'), (name) => readWfdb(set, name)),
    ),
    setLine('cinc2017, normal', labelled('N'), readStrip),
    setLine('cinc2017, fibrillation', labelled('A'), readStrip),
    setLine('cinc2017, other', labelled('O'), readStrip),
  ];
}

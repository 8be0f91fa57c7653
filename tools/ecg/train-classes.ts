import { writeFileSync } from 'node:fs';
/**
 * Learns the beat classes S, V and F from mitdb's first and second leads, beats as the engine itself finds them.
 * Cross-validated by record (paced records 102 and 217 left out, as EC57 asks); writes
 * packages/ecg/src/beats/class-model.ts.
 */
import { createBeatFinder } from '@rhythmdesk/ecg/beats/beat-finder';
import type { FoundBeats } from '@rhythmdesk/ecg/beats/beat-finder';
import { byteF, byteN, byteQ, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { classFeatureCount, classFeatureNames, createClassContext, writeClassFeatures } from '@rhythmdesk/ecg/beats/class-features';
import { firstStageModel, secondStageModel } from '@rhythmdesk/ecg/beats/detector-model';
import { beatFigures, compareBeats, percent, sumTables } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { matchBeats } from '@rhythmdesk/ecg/scoring/match-beats';
import { crossValidate, importance, trainTrees } from './boost.ts';
import type { BoostOptions, TrainingRows } from './boost.ts';
import { withEarlyBeats } from './early-beats.ts';
import { interleaved } from './interleaved.ts';
import { flutterSegments, referenceBeats } from './reference.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { writeModels } from './write-model.ts';

export function findBeats(record: EcgRecord, leads: readonly number[]): FoundBeats {
  const finder = createBeatFinder({
    sampling_hz: record.sampling_hz,
    gains_uv: leads.map((lead) => record.gains_uv[lead] ?? 5),
    models: { first: firstStageModel, second: secondStageModel },
  });
  finder.push(interleaved(record, leads));
  return finder.finish();
}

interface Source {
  readonly record: EcgRecord;
  readonly group: number;
  readonly weight: number;
  readonly found: FoundBeats;
  readonly peaks: Uint32Array;
  readonly truth: Uint8Array;
  readonly first: number;
}

const depth = Number(process.env['DEPTH'] ?? 4);
const trees = Number(process.env['TREES'] ?? 60);
const options: Readonly<Record<string, BoostOptions>> = {
  v: { trees, depth, rate: 0.12, lambda: 10, min_weight: 10 },
  s: { trees, depth, rate: 0.12, lambda: 10, min_weight: 10 },
  f: { trees: 40, depth: 3, rate: 0.12, lambda: 10, min_weight: 10 },
};

function collect(): { sources: Source[]; data: Omit<TrainingRows, 'labels'>; truth: Uint8Array } {
  const sources: Source[] = [];
  const rows: Float32Array[] = [];
  const truths: number[] = [];
  const weights: number[] = [];
  const groups: number[] = [];
  const addMoved = (found: FoundBeats, truth: Uint8Array, group: number): void => {
    const moved = withEarlyBeats(found.columns, truth, group * 31 + 7);
    const context = createClassContext(moved.columns);
    for (let i = 0; i < moved.truth.length; i++) {
      if (moved.near[i] !== 1 || moved.truth[i] === 0 || moved.truth[i] === byteQ) continue;
      const row = new Float32Array(classFeatureCount);
      writeClassFeatures(context, i, row, 0);
      rows.push(row);
      truths.push(moved.truth[i] ?? 0);
      weights.push(0.3);
      groups.push(group);
    }
  };
  recordNames('mitdb', '.dat').filter((name) => name !== '102' && name !== '217').forEach((name, group) => {
    const record = readWfdb('mitdb', name);
    const reference = referenceBeats(record.annotations);
    for (const lead of [0, 1]) {
      const found = findBeats(record, [lead]);
      const peaks = Uint32Array.from(found.columns.peak.subarray(0, found.columns.count), (p) => Math.round((p * 360) / 250));
      const pairs = matchBeats(reference.samples, peaks, 54);
      const context = createClassContext(found.columns);
      const truth = Uint8Array.from(peaks, (_, i) => {
        const partner = pairs.test_partner[i] ?? -1;
        return partner < 0 ? 0 : (reference.classes[partner] ?? byteQ);
      });
      sources.push({ record, group, weight: lead === 0 ? 1 : 0.5, found, peaks, truth, first: truths.length });
      for (let i = 0; i < peaks.length; i++) {
        const row = new Float32Array(classFeatureCount);
        writeClassFeatures(context, i, row, 0);
        rows.push(row);
        truths.push(truth[i] ?? 0);
        const odd = truth[i] === byteS && (name === '201' || name === '207') ? 0.2 : 1;
        weights.push(truth[i] === 0 || truth[i] === byteQ ? 0 : odd * (lead === 0 ? 1 : 0.5));
        groups.push(group);
      }
      if (lead === 0 && !['201', '203'].includes(name) && process.env['AUG'] !== '0') addMoved(found, truth, group);
    }
  });
  const flat = new Float32Array(rows.length * classFeatureCount);
  rows.forEach((row, i) => flat.set(row, i * classFeatureCount));
  return {
    sources,
    data: { rows: flat, width: classFeatureCount, weights: Float32Array.from(weights), groups: Uint16Array.from(groups) },
    truth: Uint8Array.from(truths),
  };
}

function decide(v: number, s: number, f: number, bias: { v: number; s: number }): number {
  if (f > 0 && f > v) return byteF;
  if (v > bias.v && v - bias.v >= s - bias.s) return byteV;
  return s > bias.s ? byteS : byteN;
}

function main(): void {
  const { sources, data, truth } = collect();
  console.log(`${truth.length} beats`);
  if (process.env['SAVE']) {
    writeFileSync('/tmp/rows.bin', new Uint8Array(data.rows.buffer));
    writeFileSync('/tmp/rows.json', JSON.stringify({ truth: [...truth], weights: [...data.weights], groups: [...data.groups], sources: sources.map((q) => ({ name: q.record.name, weight: q.weight, first: q.first, n: q.peaks.length, peaks: [...q.peaks] })), width: classFeatureCount, names: classFeatureNames }));
    return;
  }
  if (process.env['DUMP']) {
    const [name, letter] = process.env['DUMP'].split(':');
    const source = sources.find((q) => q.record.name === name && q.weight === 1);
    if (!source) return;
    const want = Number(letter);
    const quantiles = (values: number[]): string => { values.sort((a, b) => a - b); return [0.05, 0.25, 0.5, 0.75, 0.95].map((q) => (values[Math.floor(q * values.length)] ?? 0).toFixed(2)).join(' '); };
    classFeatureNames.forEach((feature, f) => {
      const of = (byte: number): number[] => [...source.truth.keys()].filter((i) => source.truth[i] === byte).map((i) => data.rows[(source.first + i) * classFeatureCount + f] ?? 0);
      console.log(feature.padEnd(16), 'N', quantiles(of(1)).padEnd(34), 'X', quantiles(of(want)));
    });
    return;
  }
  const masked = (process.env['MASK'] ?? '').split(',').map((name) => classFeatureNames.findIndex((known) => known === name));
  data.rows.forEach((_, k) => {
    if (masked.includes(k % classFeatureCount)) data.rows[k] = 0;
  });
  const of = (byte: number, used?: readonly string[], weight = 1): TrainingRows => {
    const labels = Uint8Array.from(truth, (t) => (t === byte ? 1 : 0));
    const weights = data.weights.map((w, i) => w * (labels[i] ? weight : 1));
    if (!used) return { ...data, labels, weights };
    const rows = data.rows.map((v, k) => (used.includes(classFeatureNames[k % classFeatureCount] ?? '') ? v : 0));
    return { ...data, rows, labels, weights };
  };
  const sets = { v: of(byteV, process.env['VF']?.split(',')), s: of(byteS, process.env['SF']?.split(','), Number(process.env['SW'] ?? 1)), f: of(byteF) };
  const skip = new Float32Array(truth.length).fill(-9);
  const odds = { v: process.env['NOV'] ? skip : crossValidate(sets.v, 8, options['v']!), s: crossValidate(sets.s, 8, options['s']!), f: process.env['NOV'] ? skip : crossValidate(sets.f, 8, options['f']!) };
  for (const bias of [{ v: 0, s: 1 }, { v: 0, s: 0 }, { v: 0, s: -0.7 }, { v: -0.5, s: -1.4 }]) {
    const tables = sources.filter((s) => s.weight === 1).map((source) => {
      const classes = Uint8Array.from(source.peaks, (_, i) => {
        const k = source.first + i;
        return decide(odds.v[k] ?? 0, odds.s[k] ?? 0, odds.f[k] ?? 0, bias);
      });
      return compareBeats({
        reference: referenceBeats(source.record.annotations),
        test: { samples: source.peaks, classes },
        sampling_hz: 360,
        excluded: flutterSegments(source.record.annotations, 54),
      });
    });
    if (bias.s === -0.7) tables.forEach((t, k) => {
      const f = beatFigures(t);
      console.log(sources[2 * k]?.record.name, `Q fn ${f.qrs_sensitivity.of - f.qrs_sensitivity.hits} fp ${f.qrs_predictivity.of - f.qrs_predictivity.hits}`,
        `V ${f.v_sensitivity.hits}/${f.v_sensitivity.of} +P ${f.v_predictivity.hits}/${f.v_predictivity.of}`,
        `S ${f.s_sensitivity.hits}/${f.s_sensitivity.of} +P ${f.s_predictivity.hits}/${f.s_predictivity.of}`);
    });
    const f = beatFigures(sumTables(tables));
    console.log(bias, Object.entries(f).map(([k, r]) => `${k} ${percent(r).toFixed(2)}`).join(' '));
  }
  if (process.env['MASK'] !== undefined) return;
  const all = Int32Array.from(truth, (_, i) => i);
  const models = { vModel: trainTrees(sets.v, all, options['v']!), sModel: trainTrees(sets.s, all, options['s']!), fModel: trainTrees(sets.f, all, options['f']!) };
  for (const [name, model] of Object.entries(models)) console.log(name, importance(model, classFeatureNames));
  writeModels('beats/class-model.ts', 'train-classes.ts', models);
}

main();

/**
 * What the beat classes are learned from and judged on: the beats that the engine itself finds in mitdb and svdb, in
 * their first, second and both leads, and copies of mitdb's with another rhythm. A group is a patient: whoever is
 * judged was never learned from.
 */
import { byteQ, byteS } from '@rhythmdesk/ecg/beats/beat-class';
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import {
  classFeatureCount,
  createClassContext,
  isPlain,
  writeClassFeatures,
} from '@rhythmdesk/ecg/beats/class-features';
import { matchBeats, matchWindowMs } from '@rhythmdesk/ecg/scoring/match-beats';
import type { ClassSource } from './class-scores.ts';
import { crowded, dense, sparse, withEarlyBeats, withFibrillation } from './early-beats.ts';
import type { MovedBeats } from './early-beats.ts';
import { findBeats } from './find-beats.ts';
import { readWfdb, recordNames } from './records.ts';
import { inFibrillation, referenceBeats } from './reference.ts';

export const classSets = ['mitdb', 'svdb'] as const;
export type ClassSet = (typeof classSets)[number];
export type CopyKind = 'fibrillation' | 'sparse' | 'dense' | 'crowded';

export interface ClassRows {
  readonly rows: Float32Array[];
  readonly truths: number[];
  readonly weights: number[];
  readonly groups: number[];
  /** The set of each group. */
  readonly sets: ClassSet[];
  readonly sources: ClassSource[];
  readonly copies: { readonly kind: CopyKind; readonly from: number; readonly until: number }[];
}

interface View {
  readonly leads: readonly number[];
  readonly weight: number;
}
const views: Readonly<Record<ClassSet, readonly View[]>> = {
  mitdb: [
    { leads: [0], weight: 1 },
    { leads: [1], weight: 0.5 },
    { leads: [0, 1], weight: 1 },
  ],
  svdb: [
    { leads: [0], weight: 1 },
    { leads: [1], weight: 0.5 },
    { leads: [0, 1], weight: 1 },
  ],
};
/** Paced records, which EC57 leaves out. */
const paced = new Set(['102', '217']);
/** Aberrant beats within fibrillation and a run in bundle-branch block: no pattern to learn others from. */
const unlike = new Set(['201', '207']);
/** Only every so many beats of a copy are learned from, each for as many: neighbours say much the same. */
const thinned: Readonly<Record<CopyKind, number>> = { fibrillation: 2, sparse: 1, dense: 2, crowded: 4 };
const workHz = 250;

export function collectRows(): ClassRows {
  const all: ClassRows = { rows: [], truths: [], weights: [], groups: [], sets: [], sources: [], copies: [] };
  for (const set of classSets)
    for (const name of recordNames(set, '.dat')) {
      if (paced.has(name)) continue;
      const group = all.sets.length;
      all.sets.push(set);
      for (const view of views[set]) addRecord(all, name, group, view);
    }
  return all;
}

function addRecord(all: ClassRows, name: string, group: number, { leads, weight }: View): void {
  const set = all.sets[group] ?? 'mitdb';
  const record = readWfdb(set, name);
  const hz = record.sampling_hz;
  const reference = referenceBeats(record.annotations);
  const { columns } = findBeats(record, leads);
  const peaks = Uint32Array.from(columns.peak.subarray(0, columns.count), (p) =>
    Math.round((p * hz) / workHz),
  );
  const pairs = matchBeats(reference.samples, peaks, Math.round((matchWindowMs / 1000) * hz));
  const truth = Uint8Array.from(peaks, (_, i) => {
    const partner = pairs.test_partner[i] ?? -1;
    return partner < 0 ? 0 : (reference.classes[partner] ?? byteQ);
  });
  const rows = addRows(all, columns, truth, group, (i) =>
    truth[i] === byteS && unlike.has(name) ? 0.2 * weight : weight,
  );
  const fibrillating = inFibrillation(record.annotations, peaks);
  all.sources.push({ record, set, group, leads, peaks, truth, fibrillating, rows });
  if (set !== 'mitdb' || leads[0] !== 0) return;
  const seed = group * 31 + 7 * leads.length;
  addCopy(all, withFibrillation(columns, truth, seed), group, 'fibrillation');
  if (name === '201' || name === '203') return;
  Object.entries({ sparse, dense, crowded }).forEach(([kind, chances], k) => {
    const copy = withEarlyBeats(columns, truth, seed + 1 + k, chances);
    addCopy(all, copy, group, kind === 'sparse' ? 'sparse' : kind === 'dense' ? 'dense' : 'crowded');
  });
}

function addCopy(all: ClassRows, copy: MovedBeats, group: number, kind: CopyKind): void {
  const from = all.rows.length;
  const every = thinned[kind];
  addRows(all, copy.columns, copy.truth, group, (i) => (copy.near[i] === 1 && i % every === 0 ? every : -1));
  all.copies.push({ kind, from, until: all.rows.length });
}

function addRows(
  into: ClassRows,
  columns: BeatColumns,
  truth: Uint8Array,
  group: number,
  weightOf: (i: number) => number,
): Int32Array {
  const context = createClassContext(columns);
  const at = new Int32Array(truth.length).fill(-1);
  for (let i = 0; i < truth.length; i++) {
    const weight = weightOf(i);
    if (weight < 0 || isPlain(context, i)) continue;
    const row = new Float32Array(classFeatureCount);
    writeClassFeatures(context, i, row, 0);
    at[i] = into.rows.length;
    into.rows.push(row);
    into.truths.push(truth[i] ?? 0);
    into.weights.push(truth[i] === 0 || truth[i] === byteQ ? 0 : weight);
    into.groups.push(group);
  }
  return at;
}

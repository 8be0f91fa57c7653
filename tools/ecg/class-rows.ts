/**
 * Collects the training and scoring rows of the beat classes. They are beats that the engine itself finds in mitdb and
 * svdb, in first, second and both leads; copies of the first lead in half minutes, at another rate, with ventricular
 * runs, under motion, and for mitdb with another rhythm; and normal strips of cinc2017, which contain no ectopic beat.
 * A group is a patient. Models never score a patient whom they were trained on.
 */
import { byteN, byteQ, byteS } from '@rhythmdesk/ecg/beats/beat-class';
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import type { FoundBeats } from '@rhythmdesk/ecg/beats/beat-finder';
import {
  classFeatureCount,
  clusterKey,
  createClassContext,
  isPlain,
  writeClassFeatures,
} from '@rhythmdesk/ecg/beats/class-features';
import type { Segment } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { matchBeats, matchWindowMs } from '@rhythmdesk/ecg/scoring/match-beats';
import { recordingQuality } from '@rhythmdesk/ecg/signal/quality';
import type { Quality } from '@rhythmdesk/ecg/signal/quality';
import { partOf, sampledAnew } from './altered-records.ts';
import { calledFibrillation } from './called-fibrillation.ts';
import type { ClassSource } from './class-scores.ts';
import { sourceOf } from './class-source.ts';
import { crowded, dense, sparse, withEarlyBeats, withFibrillation } from './early-beats.ts';
import type { MovedBeats } from './early-beats.ts';
import { findBeats } from './find-beats.ts';
import { underMotion } from './motion-copies.ts';
import { readStrip, readWfdb, recordNames, stripLabels } from './records.ts';
import type { EcgRecord } from './records.ts';
import { inFibrillation, referenceBeats } from './reference.ts';
import { unreadSegments } from './run-engine.ts';
import { withVentricularRuns } from './ventricular-runs.ts';

const classSets = ['mitdb', 'svdb'] as const;
type AnnotatedSet = (typeof classSets)[number];
export type ClassSet = AnnotatedSet | 'cinc2017';
export type CopyKind =
  | 'fibrillation'
  | 'sparse'
  | 'dense'
  | 'crowded'
  | 'motion'
  | 'runs'
  | 'rate'
  | 'piece'
  | 'strip';

export interface ClassRows {
  readonly rows: Float32Array[];
  readonly truths: number[];
  readonly weights: number[];
  readonly groups: number[];
  /** Inputs of the shape network for the templates, and the index of each row's pair. */
  readonly pairs: Float32Array[];
  readonly pair_of: number[];
  /** The set of each group. */
  readonly sets: ClassSet[];
  readonly sources: ClassSource[];
  readonly copies: { readonly kind: CopyKind; readonly from: number; readonly until: number }[];
}

interface View {
  readonly leads: readonly number[];
  readonly weight: number;
}
const views: Readonly<Record<AnnotatedSet, readonly View[]>> = {
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
/** Paced records, which EC57 excludes. */
const paced = new Set(['102', '217']);
/** Aberrant beats within fibrillation, and a run in bundle-branch block: not typical of other patients. */
const unlike = new Set(['201', '207']);
/** Every n-th beat of a copy is used for training, with weight n, because neighbouring beats are similar. */
const thinned: Readonly<Record<Exclude<CopyKind, 'rate' | 'piece' | 'strip'>, number>> = {
  fibrillation: 2,
  sparse: 1,
  dense: 2,
  crowded: 4,
  motion: 3,
  runs: 1,
};
/** Signal-to-noise ratios of the copies under motion, one for each patient. */
const decibels = [12, 6, 9, 3];
/** The first lead as other devices would write it: sampling rate, and the sample at which it starts. */
const otherRates: Readonly<Record<AnnotatedSet, readonly (readonly [hz: number, skipped: number])[]>> = {
  mitdb: [
    [128, 1],
    [250, 2],
  ],
  svdb: [[250, 10]],
};
/** Every second stretch of this many seconds is a piece, as long as a strip. */
const pieceS = 30;
/** The patient of the nstdb records. */
const motionPatient = '118';
const workHz = 250;

export function collectRows(): ClassRows {
  const lists = { rows: [], truths: [], weights: [], groups: [], pairs: [], pair_of: [] };
  const all: ClassRows = { ...lists, sets: [], sources: [], copies: [] };
  for (const set of classSets)
    for (const name of recordNames(set, '.dat')) {
      if (paced.has(name)) continue;
      const group = all.sets.length;
      all.sets.push(set);
      for (const view of views[set]) addRecord(all, set, name, group, view);
      addPieces(all, readWfdb(set, name), group);
      for (const [hz, skipped] of otherRates[set])
        addAltered(all, sampledAnew(readWfdb(set, name), hz, skipped), group, 'rate');
      if (!unlike.has(name)) addMotion(all, readWfdb(set, name), group);
      if (set === 'mitdb' && name === motionPatient) addNoisyRecords(all, group);
    }
  for (const { name, label } of stripLabels()) if (label === 'N') addStrip(all, name);
  return all;
}

interface Found {
  readonly columns: BeatColumns;
  readonly peaks: Uint32Array;
  readonly truth: Uint8Array;
  readonly quality: Quality;
  readonly unread: Segment[];
  readonly pairOf: FoundBeats['pairOf'];
}

/** Returns the beats of a record as the engine finds them, each with its reference class. */
function foundIn(record: EcgRecord, leads: readonly number[]): Found {
  const hz = record.sampling_hz;
  const reference = referenceBeats(record.annotations);
  const { columns, leads: evidence, chosen, pairOf } = findBeats(record, leads);
  const peaks = Uint32Array.from(columns.peak.subarray(0, columns.count), (p) =>
    Math.round((p * hz) / workHz),
  );
  const pairs = matchBeats(reference.samples, peaks, Math.round((matchWindowMs / 1000) * hz));
  const truth = Uint8Array.from(peaks, (_, i) => {
    const partner = pairs.test_partner[i] ?? -1;
    return partner < 0 ? 0 : (reference.classes[partner] ?? byteQ);
  });
  const seconds = Math.ceil((record.leads[0]?.length ?? 0) / hz);
  const quality = recordingQuality(evidence, chosen, seconds);
  return { columns, peaks, truth, quality, unread: unreadSegments(quality.used, hz), pairOf };
}

function addRecord(
  all: ClassRows,
  set: AnnotatedSet,
  name: string,
  group: number,
  { leads, weight }: View,
): void {
  const record = readWfdb(set, name);
  const found = foundIn(record, leads);
  const { columns, peaks, truth, quality } = found;
  const pairAt = pairsInto(all, found);
  const rows = addRows(all, { columns, truth, pairAt }, group, (i) =>
    learned(truth[i], truth[i] === byteS && unlike.has(name) ? 0.2 * weight : weight),
  );
  // svdb has no annotated rhythm, and no model of fibrillation was trained on it.
  const fibrillating =
    set === 'svdb'
      ? calledFibrillation(columns, truth, { samples: peaks, sampling_hz: record.sampling_hz, quality })
      : inFibrillation(record.annotations, peaks);
  all.sources.push(sourceOf(found, { record, set, group, leads, truth, fibrillating, rows }));
  if (leads[0] !== 0) return;
  const seed = group * 31 + 7 * leads.length;
  if (!unlike.has(name)) addCopy(all, withVentricularRuns(columns, truth, seed + 5), pairAt, group, 'runs');
  if (set !== 'mitdb') return;
  addCopy(all, withFibrillation(columns, truth, seed), pairAt, group, 'fibrillation');
  if (name === '201' || name === '203') return;
  Object.entries({ sparse, dense, crowded }).forEach(([kind, chances], k) => {
    const copy = withEarlyBeats(columns, truth, seed + 1 + k, chances);
    addCopy(all, copy, pairAt, group, kind === 'sparse' ? 'sparse' : kind === 'dense' ? 'dense' : 'crowded');
  });
}

/** Adds the first lead under motion. False detections are used for training too, as beats of none of the classes. */
function addMotion(all: ClassRows, record: EcgRecord, group: number): void {
  const ratio = decibels[group % decibels.length] ?? 6;
  const found = foundIn(underMotion(record, ratio, 7919 * group), [0]);
  const { truth } = found;
  const from = all.rows.length;
  const every = thinned.motion;
  addRows(all, beatsOf(all, found), group, (i) => (i % every === 0 ? (truth[i] === byteQ ? 0 : every) : -1));
  all.copies.push({ kind: 'motion', from, until: all.rows.length });
}

/** Adds an altered record, or a part of one, as a separate recording. */
function addAltered(all: ClassRows, record: EcgRecord, group: number, kind: CopyKind): void {
  const found = foundIn(record, [0]);
  const from = all.rows.length;
  addRows(all, beatsOf(all, found), group, (i) => learned(found.truth[i], 1));
  all.copies.push({ kind, from, until: all.rows.length });
}

/** Adds half minutes as recordings: from normal strips alone, models would learn that no strip has ectopic beats. */
function addPieces(all: ClassRows, record: EcgRecord, group: number): void {
  const length = pieceS * record.sampling_hz;
  const until = (record.leads[0]?.length ?? 0) - length;
  for (let from = 0; from <= until; from += 2 * length)
    addAltered(all, partOf(record, from, length), group, 'piece');
}

/** Adds nstdb for scoring by models that never saw its patient; it is not used for training. */
function addNoisyRecords(all: ClassRows, group: number): void {
  for (const name of recordNames('nstdb', '.dat')) {
    const record = readWfdb('nstdb', name);
    const found = foundIn(record, [0]);
    const { truth } = found;
    const rows = addRows(all, beatsOf(all, found), group, () => 0);
    all.sources.push(sourceOf(found, { record, set: 'nstdb', group, leads: [0], truth, rows }));
  }
}

/** Adds a strip that the experts call normal rhythm, so each of its beats is normal. */
function addStrip(all: ClassRows, name: string): void {
  const group = all.sets.length;
  all.sets.push('cinc2017');
  const record = readStrip(name);
  const found = foundIn(record, [0]);
  const truth = new Uint8Array(found.peaks.length).fill(byteN);
  const from = all.rows.length;
  const rows = addRows(all, { ...beatsOf(all, found), truth }, group, () => 1);
  all.copies.push({ kind: 'strip', from, until: all.rows.length });
  all.sources.push(sourceOf(found, { record, set: 'cinc2017', group, leads: [0], truth, rows }));
}

/** Returns 0 for a false detection or an unknown class, which are not used for training. */
const learned = (truth: number | undefined, weight: number): number =>
  truth === 0 || truth === byteQ ? 0 : weight;

function addCopy(
  all: ClassRows,
  copy: MovedBeats,
  pairAt: PairAt,
  group: number,
  kind: keyof typeof thinned,
): void {
  const from = all.rows.length;
  const every = thinned[kind];
  addRows(all, { ...copy, pairAt }, group, (i) =>
    copy.near[i] === 1 && i % every === 0 ? learned(copy.truth[i], every) : -1,
  );
  all.copies.push({ kind, from, until: all.rows.length });
}

interface LearnedBeats {
  readonly columns: BeatColumns;
  readonly truth: Uint8Array;
  readonly pairAt: PairAt;
}
type PairAt = (lead: number, template: number) => number;

/** Returns the index of a template's pair among all pairs, and adds the pair at its first use. */
function pairsInto({ pairs }: ClassRows, { pairOf }: Found): PairAt {
  const places = new Map<number, number>();
  return (lead, template) => {
    const key = clusterKey(lead, template);
    let at = places.get(key);
    if (at === undefined) places.set(key, (at = pairs.push(pairOf(lead, template)) - 1));
    return at;
  };
}

const beatsOf = (all: ClassRows, found: Found): LearnedBeats => ({ ...found, pairAt: pairsInto(all, found) });

function addRows(
  into: ClassRows,
  { columns, truth, pairAt }: LearnedBeats,
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
    into.weights.push(weight);
    into.groups.push(group);
    into.pair_of.push(pairAt(columns.lead[i] ?? 0, columns.template[i] ?? 0));
  }
  return at;
}

/**
 * What the classifier knows of each beat, once the whole recording is known: timing against the usual interval
 * around it, shape against the normal beat of its lead, and what is usual for the template it belongs to.
 *
 * Laws: gain, offset and polarity change no feature; timing features are ratios, so a faster heart with the same
 * pattern gives the same features.
 */
import { shapeNames, shapeWidth } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import { workHz } from './lead-bands.ts';

export const classFeatureNames = [
  'before',
  'after',
  'before/before',
  'after/before',
  'irregular',
  'seconds',
  'early next',
  'two steps',
  'width',
  'wider',
  ...shapeNames,
  'faster',
  'slower',
  'share',
  'template early',
  'template like',
  'template wider',
  'template p',
  'like before',
  'like after',
  'size before',
  'compensated',
  'before/long',
  'after/long',
  'mean/long',
] as const;
export const classFeatureCount = classFeatureNames.length;

export interface ClassContext {
  readonly columns: BeatColumns;
  /** Seconds from the beat before, 0 for the first. */
  readonly rr: Float32Array;
  readonly usual: Float32Array;
  /** Median of every third interval over 60 beats each side: what is usual beyond a run. */
  readonly long: Float32Array;
  readonly steps: Float64Array;
  readonly clusters: Map<number, Cluster>;
  readonly normals: readonly LeadNormal[];
}
interface Cluster {
  count: number;
  early: number;
  like: number;
  width: number;
  p: number;
}
interface LeadNormal {
  count: number;
  width: number;
  fast: number;
  slow: number;
}

const usualReach = 8;
const longReach = 60;
const longStep = 3;
const sortedIntervals = new Float32Array(64);

function medianInterval(rr: Float32Array, i: number, reach: number, step: number): number {
  let count = 0;
  const from = Math.max(1, i - reach);
  const to = Math.min(rr.length - 1, i + reach);
  for (let k = from; k <= to; k += step) {
    const value = rr[k] ?? 0;
    let j = count++ - 1;
    while (j >= 0 && (sortedIntervals[j] ?? 0) > value) {
      sortedIntervals[j + 1] = sortedIntervals[j] ?? 0;
      j--;
    }
    sortedIntervals[j + 1] = value;
  }
  return count < 3 ? 0.8 : (sortedIntervals[count >> 1] ?? 0.8);
}

export const clusterKey = (lead: number, template: number): number => lead * 65536 + template;

export function createClassContext(columns: BeatColumns): ClassContext {
  const n = columns.count;
  const rr = new Float32Array(n);
  for (let i = 1; i < n; i++)
    rr[i] = Math.min(4, ((columns.peak[i] ?? 0) - (columns.peak[i - 1] ?? 0)) / workHz);
  const usual = new Float32Array(n);
  for (let i = 0; i < n; i++) usual[i] = medianInterval(rr, i, usualReach, 1);
  const long = new Float32Array(n);
  for (let i = 0; i < n; i += 8) long.fill(medianInterval(rr, i, longReach, longStep), i, i + 8);
  const steps = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) {
    const step = i < 2 ? 0 : Math.abs((rr[i] ?? 0) - (rr[i - 1] ?? 0)) / (usual[i] ?? 1);
    steps[i + 1] = (steps[i] ?? 0) + Math.min(0.4, step);
  }
  const normals = leadNormals(columns);
  return { columns, rr, usual, long, steps, normals, clusters: clustersOf(columns, rr, usual, normals) };
}

function leadNormals(columns: BeatColumns): LeadNormal[] {
  const normals: LeadNormal[] = [];
  for (let i = 0; i < columns.count; i++) {
    const lead = columns.lead[i] ?? 0;
    const normal = (normals[lead] ??= { count: 0, width: 0, fast: 0, slow: 0 });
    const base = i * shapeWidth;
    if ((columns.shape[base] ?? 0) < 95) continue;
    normal.count++;
    normal.width += (columns.onset[i] ?? 0) + (columns.offset[i] ?? 0);
    normal.fast += columns.shape[base + 7] ?? 0;
    normal.slow += columns.shape[base + 8] ?? 0;
  }
  for (const normal of normals.filter(Boolean)) {
    if (normal.count === 0) continue;
    normal.width /= normal.count;
    normal.fast /= normal.count;
    normal.slow /= normal.count;
  }
  return normals;
}

function clustersOf(
  columns: BeatColumns,
  rr: Float32Array,
  usual: Float32Array,
  normals: readonly LeadNormal[],
): Map<number, Cluster> {
  const clusters = new Map<number, Cluster>();
  for (let i = 0; i < columns.count; i++) {
    const lead = columns.lead[i] ?? 0;
    const key = clusterKey(lead, columns.template[i] ?? 0);
    let cluster = clusters.get(key);
    if (!cluster) clusters.set(key, (cluster = { count: 0, early: 0, like: 0, width: 0, p: 0 }));
    cluster.count++;
    cluster.early += i === 0 ? 0 : logRatio(rr[i] ?? 0, usual[i] ?? 1);
    cluster.like += columns.shape[i * shapeWidth] ?? 0;
    cluster.p += columns.shape[i * shapeWidth + 1] ?? 0;
    cluster.width += (columns.onset[i] ?? 0) + (columns.offset[i] ?? 0) - (normals[lead]?.width ?? 0);
  }
  for (const cluster of clusters.values()) {
    cluster.early /= cluster.count;
    cluster.like /= cluster.count;
    cluster.width /= cluster.count;
    cluster.p /= cluster.count;
  }
  return clusters;
}

const logRatio = (a: number, b: number): number => Math.log(Math.max(0.05, a) / Math.max(0.05, b));

/** In time with what is usual near and far, and shaped like the dominant beat, its P wave too. */
export function isPlain(context: ClassContext, i: number): boolean {
  const { rr, usual, long, columns } = context;
  const base = i * shapeWidth;
  if (i < 3 || (columns.shape[base] ?? 0) < 96 || (columns.shape[base + 1] ?? 0) < 60) return false;
  const before = rr[i] ?? 0;
  const near = usual[i] ?? 0;
  return Math.abs(before - near) < 0.07 * near && Math.abs(before - (long[i] ?? 0)) < 0.1 * near;
}

export function writeClassFeatures(context: ClassContext, i: number, row: Float32Array, to: number): void {
  const { columns, rr, usual } = context;
  const n = columns.count;
  const own = usual[i] ?? 0.8;
  const before = i > 0 ? (rr[i] ?? own) : own;
  const after = i + 1 < n ? (rr[i + 1] ?? own) : own;
  const earlier = i > 1 ? (rr[i - 1] ?? own) : own;
  row[to] = logRatio(before, own);
  row[to + 1] = logRatio(after, own);
  row[to + 2] = logRatio(before, earlier);
  row[to + 3] = logRatio(after, before);
  const from = Math.max(0, i - 16);
  const until = Math.min(n, i + 17);
  row[to + 4] = ((context.steps[until] ?? 0) - (context.steps[from] ?? 0)) / Math.max(1, until - from);
  row[to + 5] = own;
  row[to + 6] = i + 2 < n ? logRatio(rr[i + 2] ?? own, own) : 0;
  row[to + 7] = logRatio(before, i > 2 ? (rr[i - 2] ?? own) : own);
  shapeFeatures(context, i, row, to + 8);
  const end = to + classFeatureCount;
  const long = context.long[i] ?? own;
  row[end - 4] = logRatio((before + after) / 2, own);
  row[end - 3] = logRatio(before, long);
  row[end - 2] = logRatio(after, long);
  row[end - 1] = logRatio(own, long);
}

function shapeFeatures(context: ClassContext, i: number, row: Float32Array, to: number): void {
  const { columns } = context;
  const { shape } = columns;
  const lead = columns.lead[i] ?? 0;
  const normal = context.normals[lead];
  const width = (columns.onset[i] ?? 0) + (columns.offset[i] ?? 0);
  const base = i * shapeWidth;
  row[to] = width;
  row[to + 1] = width - (normal?.width ?? width);
  for (let k = 0; k < shapeWidth; k++) row[to + 2 + k] = shape[base + k] ?? 0;
  const at = to + 2 + shapeWidth;
  row[at] = (shape[base + 7] ?? 0) - (normal?.fast ?? 0);
  row[at + 1] = (shape[base + 8] ?? 0) - (normal?.slow ?? 0);
  const cluster = context.clusters.get(clusterKey(lead, columns.template[i] ?? 0));
  row[at + 2] = Math.max(-6, Math.log((cluster?.count ?? 1) / columns.count));
  row[at + 3] = cluster?.early ?? 0;
  row[at + 4] = cluster?.like ?? 0;
  row[at + 5] = cluster?.width ?? 0;
  row[at + 6] = cluster?.p ?? 0;
  row[at + 7] = i > 0 ? (shape[base - shapeWidth] ?? 0) : 100;
  row[at + 8] = i + 1 < columns.count ? (shape[base + shapeWidth] ?? 0) : 100;
  row[at + 9] = i > 0 ? (shape[base + 4] ?? 0) - (shape[base + 4 - shapeWidth] ?? 0) : 0;
}

/**
 * Computes the features of each beat for the classifier, once the whole recording is known. They are its timing
 * relative to the usual intervals nearby, the run of early beats that it belongs to, its shape relative to the normal
 * beat over the leads that show it, and the means over its template (a template is one kind of beat of one patient).
 *
 * Invariants: gain, offset and polarity change no feature; timing features are ratios, so a faster heart with the same
 * pattern gives the same features; a second lead that shows the same changes none.
 */
import type { BeatColumns } from './beat-columns.ts';
import { leadNormals, viewAt, viewBeat, viewed, viewNames, viewWidth } from './beat-view.ts';
import type { LeadNormals } from './beat-view.ts';
import { findEarlyRuns, runFeatureNames, writeRunFeatures } from './early-runs.ts';
import type { EarlyRuns } from './early-runs.ts';
import {
  createIntervalContext,
  intervalFeatureNames,
  logRatio,
  oddShape,
  strangeShape,
  writeIntervalFeatures,
} from './interval-context.ts';
import type { IntervalContext } from './interval-context.ts';
import { slideAlong } from './sorted-window.ts';

const contextNames = [
  'p usual',
  'share',
  'sure',
  'sure before',
  'low before',
  'low after',
  'wider before',
  'wider after',
  'size before',
  'p bend before',
  'p bend after',
  'sure around',
];
const clusterTimes = ['template early', 'template high', 'template after', 'template compensated'];
export const classFeatureNames: readonly string[] = [
  ...intervalFeatureNames,
  ...runFeatureNames,
  ...viewNames,
  ...contextNames,
  ...clusterTimes,
  ...viewNames.map((name) => `template ${name}`),
];
export const classFeatureCount = classFeatureNames.length;

export interface ClassContext {
  readonly columns: BeatColumns;
  readonly intervals: IntervalContext;
  readonly runs: EarlyRuns;
  readonly normals: LeadNormals;
  readonly clusters: ReadonlyMap<number, Cluster>;
  /** Likeness to the normal P wave over the leads. */
  readonly p: Float32Array;
  /** Twice its median over 24 beats on each side: the mean of two leads has halves. */
  readonly pUsual: Uint8Array;
  readonly view: Float32Array;
  readonly neighbour: Float32Array;
}
interface Cluster {
  count: number;
  /** Means of the four timing features named in `clusterTimes`, then of the view. */
  readonly means: Float64Array;
}

const usualReach = 24;
/**
 * Beats on each side whose certainty shows how trustworthy the signal around a beat is, and the largest odds that
 * count.
 */
const sureReach = 8;
const surest = 80;
const rarest = -6;
const [qrsLow, pMean, beforeMean] = [
  viewAt('qrs like low'),
  viewAt('p like mean'),
  viewAt('before like mean'),
];
const [widerMean, sizeMean] = [viewAt('wider mean'), viewAt('size mean')];
const pBend = viewAt('p bend mean');
/** A beat less like the normal one than this, and this much more like its own template, has a shape of its own. */
const oddLike = 85;
const oddBetter = 10;

/** The same thresholds for a beat that differs only somewhat. */
const strangeLike = 92;
const strangeBetter = 5;

function oddness(columns: BeatColumns, i: number): number {
  const [like, better] = [viewed.qrsLow(columns, i), viewed.ownBetterHigh(columns, i)];
  if (like < oddLike && better > oddBetter) return oddShape;
  return like < strangeLike && better > strangeBetter ? strangeShape : 0;
}

export const clusterKey = (lead: number, template: number): number => lead * 65536 + template;

export function createClassContext(columns: BeatColumns): ClassContext {
  const n = columns.count;
  const normals = leadNormals(columns);
  const p = new Float32Array(n);
  const odd = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    p[i] = viewed.pMean(columns, i);
    odd[i] = oddness(columns, i);
  }
  const intervals = createIntervalContext(columns, odd);
  const clusters = new Map<number, Cluster>();
  const view = new Float32Array(viewWidth);
  for (let i = 0; i < n; i++) {
    viewBeat(columns, normals.around(i), i, view);
    addToCluster(clusters, columns, i, intervals, view);
  }
  const pUsual = new Uint8Array(n);
  const isKnown = (i: number): boolean => (p[i] ?? 0) >= 0;
  slideAlong(p, usualReach, isKnown, (i, window) => {
    pUsual[i] = 2 * window.at(0.5);
  });
  const before = (i: number): number => viewed.beforeMean(columns, i);
  const runs = findEarlyRuns(intervals, (i) => p[i] ?? 0, before);
  const neighbour = new Float32Array(viewWidth);
  return { columns, intervals, runs, normals, clusters, p, pUsual, view, neighbour };
}

function addToCluster(
  clusters: Map<number, Cluster>,
  columns: BeatColumns,
  i: number,
  intervals: IntervalContext,
  view: Float32Array,
): void {
  const key = clusterKey(columns.lead[i] ?? 0, columns.template[i] ?? 0);
  let cluster = clusters.get(key);
  const width = clusterTimes.length;
  if (!cluster) clusters.set(key, (cluster = { count: 0, means: new Float64Array(width + viewWidth) }));
  const { means } = cluster;
  const share = 1 / ++cluster.count;
  const learn = (at: number, value: number): void => {
    means[at] = (means[at] ?? 0) + share * (value - (means[at] ?? 0));
  };
  const rr = intervals.rr[i] ?? 0;
  const after = intervals.rr[i + 1] ?? rr;
  const usual = intervals.usual[i] ?? 1;
  learn(0, logRatio(rr, usual));
  learn(1, logRatio(rr, intervals.high.at(i)));
  learn(2, logRatio(after, usual));
  learn(3, logRatio((rr + after) / 2, usual));
  for (let k = 0; k < viewWidth; k++) learn(width + k, view[k] ?? 0);
}

/**
 * Tells whether a beat is in time (with the near and the far intervals and the baseline) and shaped like the dominant
 * beat, including its P wave.
 */
export function isPlain(context: ClassContext, i: number): boolean {
  const { rr, usual, long, baseline } = context.intervals;
  if (i < 3) return false;
  const before = rr[i] ?? 0;
  const near = usual[i] ?? 0;
  if (Math.abs(before - near) > 0.07 * near || Math.abs(before - long.at(i)) > 0.1 * near) return false;
  if (before < 0.89 * (baseline[i] ?? 0) || (context.p[i] ?? 0) < 60) return false;
  return viewed.qrsLow(context.columns, i) >= 96;
}

const [qrsLowColumn, widerColumn] = [
  classFeatureNames.indexOf('qrs like low'),
  classFeatureNames.indexOf('wider high'),
];
/**
 * Smallest likeness to the dominant beat at which a QRS has the same shape, and by how many working-rate samples it may
 * be wider.
 */
const sameShape = 97;
const sameWidth = 1;

/** Tells whether a row is of a beat whose QRS has the dominant shape and width: no ventricular beat looks like this. */
export const isDominantShape = (row: Float32Array): boolean =>
  (row[qrsLowColumn] ?? 0) >= sameShape && (row[widerColumn] ?? 0) <= sameWidth;

const [beforeColumn, sinceOwnColumn, betterColumn] = [
  classFeatureNames.indexOf('before'),
  classFeatureNames.indexOf('since own'),
  classFeatureNames.indexOf('own better high'),
];
/**
 * Logarithms: by how much beats of another shape must lengthen the interval, and how far it may differ from the usual
 * one.
 */
const passedOver = 0.2;
const inTime = 0.1;

/**
 * Tells whether a row is of a beat of usual shape that comes in time after the last one like it, with beats of another
 * shape between them. Those are interpolated; this beat is early only relative to them and therefore not
 * supraventricular.
 */
export function isInTimeThrough(row: Float32Array): boolean {
  const since = row[sinceOwnColumn] ?? 0;
  if (since - (row[beforeColumn] ?? 0) < passedOver || Math.abs(since) > inTime) return false;
  return (row[qrsLowColumn] ?? 0) >= strangeLike || (row[betterColumn] ?? 0) <= strangeBetter;
}

/** Largest step between the intervals around a beat in a steady rhythm (logarithm), and the shortest of them. */
const steadyStep = 0.1;
const steadyS = 0.6;
const stepColumns = ['before/before', 'after/before', 'two steps'].map((name) =>
  classFeatureNames.indexOf(name),
);

/**
 * Tells whether a row is of a beat in the middle of a steady rhythm below 100 a minute, which starts and ends no
 * prematurity: such a beat is not supraventricular. `interval_s` is the time since the beat before.
 */
export const isSteady = (row: Float32Array, interval_s: number): boolean =>
  interval_s > steadyS && stepColumns.every((column) => Math.abs(row[column] ?? 0) < steadyStep);

export function writeClassFeatures(context: ClassContext, i: number, row: Float32Array, to: number): void {
  const { columns, view, normals } = context;
  viewBeat(columns, normals.around(i), i, view);
  let at = to;
  writeIntervalFeatures(context.intervals, i, row, at);
  at += intervalFeatureNames.length;
  writeRunFeatures(context.runs, i, view[pMean] ?? 0, view[beforeMean] ?? 0, row, at);
  at += runFeatureNames.length;
  row.set(view, at);
  at += viewWidth;
  const cluster = context.clusters.get(clusterKey(columns.lead[i] ?? 0, columns.template[i] ?? 0));
  row[at] = (context.pUsual[i] ?? 0) / 2;
  row[at + 1] = Math.max(rarest, Math.log((cluster?.count ?? 1) / columns.count));
  row[at + 2] = columns.odds[i] ?? 0;
  row[at + 3] = columns.odds[Math.max(0, i - 1)] ?? 0;
  writeNeighbours(context, i, row, at + 4);
  row[at + contextNames.length - 1] = sureAround(columns, i);
  at += contextNames.length;
  if (cluster) row.set(cluster.means, at);
}

/** Returns the mean log-odds of the detector for the beats around: noise lowers it, whatever the shape of a beat is. */
function sureAround({ odds, count }: BeatColumns, i: number): number {
  const from = Math.max(0, i - sureReach);
  const until = Math.min(count, i + sureReach + 1);
  let sum = 0;
  for (let k = from; k < until; k++) sum += Math.min(surest, odds[k] ?? 0);
  return sum / (until - from);
}

function writeNeighbours(context: ClassContext, i: number, row: Float32Array, to: number): void {
  const { columns, neighbour, view } = context;
  const around = context.normals.around(i);
  row[to] = 100;
  row[to + 1] = 100;
  row[to + 2] = 0;
  row[to + 3] = 0;
  row[to + 4] = 0;
  row[to + 5] = 0;
  row[to + 6] = 0;
  if (i > 0) {
    viewBeat(columns, around, i - 1, neighbour);
    row[to] = neighbour[qrsLow] ?? 0;
    row[to + 2] = neighbour[widerMean] ?? 0;
    row[to + 4] = (view[sizeMean] ?? 0) - (neighbour[sizeMean] ?? 0);
    row[to + 5] = neighbour[pBend] ?? 0;
  }
  if (i + 1 >= columns.count) return;
  viewBeat(columns, around, i + 1, neighbour);
  row[to + 1] = neighbour[qrsLow] ?? 0;
  row[to + 3] = neighbour[widerMean] ?? 0;
  row[to + 6] = neighbour[pBend] ?? 0;
}

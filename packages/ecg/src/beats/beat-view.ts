/**
 * Computes the shape of one beat as the classifier sees it, from its own lead and the most certain other one. Each is
 * compared with that lead's normal beat; the two are combined as mean, lowest or highest. If only one lead shows the
 * beat, all three are that lead's value, so recordings with any number of leads use the same coefficients.
 */
import { noLead, shapeWidth } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';

export const viewNames = [
  'qrs like mean',
  'qrs like low',
  'p like mean',
  'p like high',
  't like mean',
  't like low',
  'before like mean',
  'wider mean',
  'wider high',
  'faster mean',
  'slower mean',
  'slower high',
  'size mean',
  'area mean',
  'p size mean',
  'own better mean',
  'own better high',
  'own like mean',
  'p bend mean',
  'p bend high',
  'p bend size mean',
] as const;
export const viewWidth = viewNames.length;
export const viewAt = (name: (typeof viewNames)[number]): number => viewNames.indexOf(name);

/** Means of the normal beats of a lead around a beat. */
export interface LeadNormal {
  count: number;
  width: number;
  fast: number;
  slow: number;
}
/** The means of each lead; index `lead` is for its own views, `lead + 256` for its views as the other lead. */
export interface LeadNormals {
  /** Returns the means around beat `i`; they are those of the whole recording where few normal beats are near. */
  around(i: number): readonly LeadNormal[];
}
const normalLike = 95;
const otherKey = 256;
/** Beats on each side whose normal beats count, and how many there must be. */
const normalReach = 150;
const fewestNormal = 30;

/** Computes the means in a window that slides along the beats; other patients of a recording do not change them. */
export function leadNormals(columns: BeatColumns): LeadNormals {
  return new NormalsAround(columns);
}

class NormalsAround implements LeadNormals {
  private readonly columns: BeatColumns;
  /** Sums over the whole recording and over the window, by key. */
  private readonly all: LeadNormal[] = [];
  private readonly near: LeadNormal[] = [];
  private readonly means: LeadNormal[] = [];
  private from = 0;
  private until = 0;

  constructor(columns: BeatColumns) {
    this.columns = columns;
    for (let i = 0; i < columns.count; i++) this.count(this.all, i, 1);
  }

  around(i: number): readonly LeadNormal[] {
    const [from, until] = [Math.max(0, i - normalReach), Math.min(this.columns.count, i + normalReach + 1)];
    if (from < this.from || until < this.until) this.clear(from);
    for (; this.until < until; this.until++) this.count(this.near, this.until, 1);
    for (; this.from < from; this.from++) this.count(this.near, this.from, -1);
    this.all.forEach((whole, key) => {
      const sums = this.near[key];
      const { count, width, fast, slow } = sums && sums.count >= fewestNormal ? sums : whole;
      const mean = (this.means[key] ??= { count: 0, width: 0, fast: 0, slow: 0 });
      mean.count = count;
      mean.width = width / Math.max(1, count);
      mean.fast = fast / Math.max(1, count);
      mean.slow = slow / Math.max(1, count);
    });
    return this.means;
  }

  private clear(from: number): void {
    this.near.length = 0;
    this.from = from;
    this.until = from;
  }

  private count(sums: LeadNormal[], i: number, sign: 1 | -1): void {
    const { columns } = this;
    addBeat(sums, columns.lead[i] ?? 0, ownWidth(columns, i), columns.shape, i, sign);
    const other = columns.other_lead[i] ?? noLead;
    if (other !== noLead)
      addBeat(sums, otherKey + other, columns.other_width[i] ?? 0, columns.other_shape, i, sign);
  }
}

function addBeat(
  sums: LeadNormal[],
  key: number,
  width: number,
  shape: Int8Array,
  i: number,
  sign: 1 | -1,
): void {
  const sum = (sums[key] ??= { count: 0, width: 0, fast: 0, slow: 0 });
  const base = i * shapeWidth;
  if ((shape[base] ?? 0) < normalLike) return;
  sum.count += sign;
  sum.width += sign * width;
  sum.fast += sign * (shape[base + 7] ?? 0);
  sum.slow += sign * (shape[base + 8] ?? 0);
}

const ownWidth = (columns: BeatColumns, i: number): number =>
  (columns.onset[i] ?? 0) + (columns.offset[i] ?? 0);

/** Computes single values of `viewBeat`, where only a few are needed. */
export const viewed = {
  qrsLow: (columns: BeatColumns, i: number): number =>
    Math.min(columns.shape[i * shapeWidth] ?? 0, besideOf(columns, i)[i * shapeWidth] ?? 0),
  pMean: (columns: BeatColumns, i: number): number => meanOf(columns, i, 1),
  beforeMean: (columns: BeatColumns, i: number): number => meanOf(columns, i, 3),
  ownBetterHigh: (columns: BeatColumns, i: number): number =>
    Math.max(betterOf(columns.shape, i), betterOf(besideOf(columns, i), i)),
};

/** Returns the shapes of the other lead that shows beat `i`, or those of its own lead. */
const besideOf = (columns: BeatColumns, i: number): Int8Array =>
  (columns.other_lead[i] ?? noLead) === noLead ? columns.shape : columns.other_shape;
const betterOf = (shape: Int8Array, i: number): number =>
  (shape[i * shapeWidth + 9] ?? 0) - (shape[i * shapeWidth] ?? 0);
function meanOf(columns: BeatColumns, i: number, k: number): number {
  const at = i * shapeWidth + k;
  return ((columns.shape[at] ?? 0) + (besideOf(columns, i)[at] ?? 0)) / 2;
}

const none: LeadNormal = { count: 0, width: 0, fast: 0, slow: 0 };

/** Writes the view of beat `i` into `out`, in the order of `viewNames`. */
export function viewBeat(
  columns: BeatColumns,
  normals: readonly LeadNormal[],
  i: number,
  out: Float32Array,
): void {
  const other = columns.other_lead[i] ?? noLead;
  const own = normals[columns.lead[i] ?? 0] ?? none;
  const width = ownWidth(columns, i) - own.width;
  const base = i * shapeWidth;
  const { shape } = columns;
  if (other === noLead) {
    write(shape, own, width, shape, own, width, base, out);
    return;
  }
  const beside = normals[otherKey + other] ?? none;
  const besideWidth = (columns.other_width[i] ?? 0) - beside.width;
  write(shape, own, width, columns.other_shape, beside, besideWidth, base, out);
}

function write(
  a: Int8Array,
  ownNormal: LeadNormal,
  ownWider: number,
  b: Int8Array,
  otherNormal: LeadNormal,
  otherWider: number,
  base: number,
  out: Float32Array,
): void {
  const mean = (k: number): number => ((a[base + k] ?? 0) + (b[base + k] ?? 0)) / 2;
  const low = (k: number): number => Math.min(a[base + k] ?? 0, b[base + k] ?? 0);
  const slow = (a[base + 8] ?? 0) - ownNormal.slow;
  const otherSlow = (b[base + 8] ?? 0) - otherNormal.slow;
  const better = (a[base + 9] ?? 0) - (a[base] ?? 0);
  const otherBetter = (b[base + 9] ?? 0) - (b[base] ?? 0);
  let at = 0;
  out[at++] = mean(0);
  out[at++] = low(0);
  out[at++] = mean(1);
  out[at++] = Math.max(a[base + 1] ?? 0, b[base + 1] ?? 0);
  out[at++] = mean(2);
  out[at++] = low(2);
  out[at++] = mean(3);
  out[at++] = (ownWider + otherWider) / 2;
  out[at++] = Math.max(ownWider, otherWider);
  out[at++] = mean(7) - (ownNormal.fast + otherNormal.fast) / 2;
  out[at++] = (slow + otherSlow) / 2;
  out[at++] = Math.max(slow, otherSlow);
  out[at++] = mean(4);
  out[at++] = mean(5);
  out[at++] = mean(6);
  out[at++] = (better + otherBetter) / 2;
  out[at++] = Math.max(better, otherBetter);
  out[at++] = mean(9);
  out[at++] = mean(10);
  out[at++] = Math.max(a[base + 10] ?? 0, b[base + 10] ?? 0);
  out[at] = mean(11);
}

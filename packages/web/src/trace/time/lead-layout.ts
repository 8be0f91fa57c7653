/**
 * Computes where each lead is on the paper.
 *
 * Leads are spaced by their amplitude: a lead with tall beats gets more paper than a flat one, so deep beats are not
 * clipped where there is space. The spacing depends on the whole recording and the gain, never on what is in view, so a
 * lead does not jump while the user scrolls. Zero lines are on whole millimetres. The bands divide the paper without
 * overlap; a trace may leave its band, and leaves the paper only with a mark. Leads side by side share a band that fits
 * the tallest of them.
 */
export type LeadExtent = {
  /** Usual top, rest and bottom of the trace in millivolts. */
  readonly highMv: number;
  readonly restMv: number;
  readonly lowMv: number;
};

export type LeadBand = {
  readonly lead: number;
  readonly topPx: number;
  readonly bottomPx: number;
  /** Where 0 mV is drawn; may be outside the band if the electrode has an offset. */
  readonly zeroPx: number;
  /** Where the trace rests. */
  readonly restPx: number;
};

export const assumedExtent: LeadExtent = { highMv: 1.2, restMv: 0, lowMv: -0.6 };

/** Margin above and below a lead. */
const marginMm = 2;
const shortestBandMm = 6;

export type PaperSize = {
  readonly heightPx: number;
  readonly mmPx: number;
  readonly gain: number;
  readonly inverted: boolean;
};

type RowExtent = { readonly aboveMv: number; readonly belowMv: number };

/** Measures how far the leads of a row reach above and below their shared rest line. */
function rowExtent(extents: readonly LeadExtent[]): RowExtent {
  return {
    aboveMv: Math.max(...extents.map(({ highMv, restMv }) => highMv - restMv)),
    belowMv: Math.max(...extents.map(({ lowMv, restMv }) => restMv - lowMv)),
  };
}

function heightOf({ aboveMv, belowMv }: RowExtent, pxPerMv: number, mmPx: number): number {
  return Math.max(shortestBandMm * mmPx, (aboveMv + belowMv) * pxPerMv + 2 * marginMm * mmPx);
}

/** Lays out rows from top to bottom; the leads of a row are side by side and share one rest line. */
export function layOutRows(
  rows: readonly (readonly number[])[],
  extentOf: (lead: number) => LeadExtent,
  paper: PaperSize,
): LeadBand[][] {
  const { mmPx } = paper;
  const pxPerMv = paper.gain * mmPx;
  const wished = rows.map((leads) => {
    const extents = leads.map((lead) => turned(extentOf(lead), paper.inverted));
    const reach = rowExtent(extents);
    return { leads, extents, reach, height: heightOf(reach, pxPerMv, mmPx) };
  });
  const all = wished.reduce((sum, { height }) => sum + height, 0);
  const scale = paper.heightPx / Math.max(1, all);
  let top = 0;
  return wished.map(({ leads, extents, reach, height }) => {
    const topPx = top;
    const bottomPx = topPx + height * scale;
    top = bottomPx;
    const line = (topPx + bottomPx) / 2 + ((reach.aboveMv - reach.belowMv) / 2) * pxPerMv;
    return leads.map((lead, index) => {
      const restMv = extents[index]?.restMv ?? 0;
      const zeroPx = Math.round((line + restMv * pxPerMv) / mmPx) * mmPx;
      return { lead, topPx, bottomPx, zeroPx, restPx: zeroPx - restMv * pxPerMv };
    });
  });
}

export function layOutLeads(
  leads: readonly number[],
  extentOf: (lead: number) => LeadExtent,
  paper: PaperSize,
): LeadBand[] {
  return layOutRows(
    leads.map((lead) => [lead]),
    extentOf,
    paper,
  ).flat();
}

/** Rows may overlap a little before a smaller gain is chosen, because tall beats are seldom above one another. */
const touching = 1.15;

/** Returns the largest of these gains at which all rows fit on the paper; the smallest if none does. */
export function fittingGain<Gain extends number>(
  gains: readonly [Gain, ...Gain[]],
  rows: readonly (readonly number[])[],
  extentOf: (lead: number) => LeadExtent,
  paper: Pick<PaperSize, 'heightPx' | 'mmPx'>,
): Gain {
  const reaches = rows.map((leads) => rowExtent(leads.map(extentOf)));
  const fits = (gain: Gain): boolean => {
    const heights = reaches.map((reach) => heightOf(reach, gain * paper.mmPx, paper.mmPx));
    return heights.reduce((sum, height) => sum + height, 0) <= paper.heightPx * touching;
  };
  return gains.toSorted((a, b) => b - a).find(fits) ?? gains[0];
}

const standardGains = [20, 10, 5, 2.5] as const;

/** Returns the largest standard gain, in mm per mV, at which the usual wave stays on a paper of this height. */
export function gainOfWave({ highMv, lowMv }: LeadExtent, heightMm: number): number {
  const roomMm = heightMm - 2 * marginMm;
  return standardGains.find((gain) => (highMv - lowMv) * gain <= roomMm) ?? 2.5;
}

function turned(extent: LeadExtent, inverted: boolean): LeadExtent {
  if (!inverted) return extent;
  return { highMv: -extent.lowMv, restMv: -extent.restMv, lowMv: -extent.highMv };
}

export function withoutOffset({ highMv, restMv, lowMv }: LeadExtent): LeadExtent {
  return { highMv: highMv - restMv, restMv: 0, lowMv: lowMv - restMv };
}

function usualValue(values: Float32Array, share: number): number | null {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** Extremes of consecutive buckets in millivolts, NaN where a bucket holds no signal. */
export type ExtremeRow = {
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly bucketSeconds: number;
};

/** Long enough to hold a beat even of a slow heart. */
const beatSeconds = 2;

function extremesOfGroups(
  values: Float32Array,
  size: number,
  pick: (a: number, b: number) => number,
): Float32Array {
  const groups = new Float32Array(Math.ceil(values.length / size)).fill(NaN);
  values.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    const group = Math.floor(i / size);
    const before = groups[group] ?? NaN;
    groups[group] = Number.isNaN(before) ? value : pick(before, value);
  });
  return groups;
}

/**
 * Returns the usual extent of a lead: at least three quarters of all stretches of two seconds stay inside it, so that
 * one loose electrode does not flatten the whole recording. The rest line is where most short buckets are: between two
 * beats a bucket of 16 samples contains little but the baseline.
 */
export function extentOfRows(overview: ExtremeRow, short: ExtremeRow): LeadExtent {
  const size = Math.max(1, Math.ceil(beatSeconds / overview.bucketSeconds));
  const lowMv = usualValue(extremesOfGroups(overview.min, size, Math.min), 0.25);
  const highMv = usualValue(extremesOfGroups(overview.max, size, Math.max), 0.75);
  if (lowMv === null || highMv === null) return assumedExtent;
  const middles = short.min.map((low, i) => (low + (short.max[i] ?? NaN)) / 2);
  const restMv = usualValue(middles, 0.5) ?? (lowMv + highMv) / 2;
  return { highMv, restMv: Math.min(Math.max(restMv, lowMv), highMv), lowMv };
}

/** Computes the extent from the samples themselves, if there are only a few seconds of them. */
export function extentOfSamples(values: Float32Array): LeadExtent {
  const lowMv = usualValue(values, 0.002);
  const highMv = usualValue(values, 0.998);
  const restMv = usualValue(values, 0.5);
  return lowMv === null || highMv === null || restMv === null ? assumedExtent : { highMv, restMv, lowMv };
}

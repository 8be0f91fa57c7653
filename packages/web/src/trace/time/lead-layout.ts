/**
 * Where each lead stands on the paper.
 *
 * Leads are spaced by their amplitude: a lead with tall beats gets more paper than a flat one, so deep beats
 * are not cut where there is room. The spacing rests on the whole recording and the gain, never on what is in
 * view, so a lead does not jump while the reader scrolls. Zero lines stand on whole millimetres. The bands
 * part the paper without overlap; a trace may still leave its band, and leaves the paper only with a mark.
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
  /** Where 0 mV is drawn: may lie outside the band if the electrode has an offset. */
  readonly zeroPx: number;
  /** Where the trace rests. */
  readonly restPx: number;
};

export const assumedExtent: LeadExtent = { highMv: 1.2, restMv: 0, lowMv: -0.6 };

/** Margin above and below a lead. */
const marginMm = 2;
const shortestBandMm = 6;

export function layOutLeads(
  leads: readonly number[],
  extentOf: (lead: number) => LeadExtent,
  paper: {
    readonly heightPx: number;
    readonly mmPx: number;
    readonly gain: number;
    readonly inverted: boolean;
  },
): LeadBand[] {
  const pxPerMv = paper.gain * paper.mmPx;
  const wished = leads.map((lead) => {
    const extent = turned(extentOf(lead), paper.inverted);
    const height = (extent.highMv - extent.lowMv) * pxPerMv + 2 * marginMm * paper.mmPx;
    return { lead, extent, height: Math.max(shortestBandMm * paper.mmPx, height) };
  });
  const scale =
    paper.heightPx /
    Math.max(
      1,
      wished.reduce((sum, { height }) => sum + height, 0),
    );
  let top = 0;
  return wished.map(({ lead, extent, height }) => {
    const bottom = top + height * scale;
    const middle = (top + bottom) / 2;
    const exactZero = middle + ((extent.highMv + extent.lowMv) / 2) * pxPerMv;
    const zeroPx = Math.round(exactZero / paper.mmPx) * paper.mmPx;
    const band = { lead, topPx: top, bottomPx: bottom, zeroPx, restPx: zeroPx - extent.restMv * pxPerMv };
    top = bottom;
    return band;
  });
}

const standardGains = [20, 10, 5, 2.5] as const;

/** The largest standard gain, in mm per mV, at which the usual wave stays on a paper of this height. */
export function fittingGain({ highMv, lowMv }: LeadExtent, heightMm: number): number {
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
 * The usual extent of a lead: three quarters of all stretches of two seconds and more stay inside it, so that
 * one loose electrode does not flatten the whole recording. It rests where most short buckets lie: between two
 * beats a bucket of 16 samples holds little but the baseline.
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

/** From the samples themselves, where there are only a few seconds of them. */
export function extentOfSamples(values: Float32Array): LeadExtent {
  const lowMv = usualValue(values, 0.002);
  const highMv = usualValue(values, 0.998);
  const restMv = usualValue(values, 0.5);
  return lowMv === null || highMv === null || restMv === null ? assumedExtent : { highMv, restMv, lowMv };
}

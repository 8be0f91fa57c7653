/**
 * Filters the signal for display. The filters work on a copy, never on the stored signal, and the strip shows which one
 * is on.
 *
 * Each filter is a second-order section run forwards and backwards, so the phase is zero and no wave moves in time. The
 * two passes square the magnitude; the corner is moved so that the result is −3 dB at the stated frequency (Butterworth
 * of order 2: (f/fc)⁴ = √2 − 1). Sections use the bilinear transform as in R. Bristow-Johnson, "Cookbook formulae for
 * audio EQ biquad filter coefficients". 0.5 Hz with zero phase is the low corner that the AHA/ACC/HRS 2007
 * recommendations on ECG technology allow for monitoring without distorting ST.
 *
 * Invariants: a gap remains a gap and separates the signal, so nothing rings across it; a filter whose frequency the
 * sampling rate cannot represent is not offered; a constant passes the notch unchanged.
 */
export const displayFilters = ['off', 'band', 'notch50', 'notch60'] as const;
export type DisplayFilter = (typeof displayFilters)[number];

/** Seconds of context that a filter needs on each side before its result is settled. */
export const warmUpSeconds = 5;

type Section = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** The ratio f/fc at which two passes of a Butterworth of order 2 are at −3 dB. */
const twoPass = (Math.SQRT2 - 1) ** 0.25;

/** Moves a corner by a factor on the analogue side of the bilinear transform, where the relation above holds. */
function moved(hz: number, factor: number, samplingHz: number): number {
  return (Math.atan(Math.tan((Math.PI * hz) / samplingHz) * factor) * samplingHz) / Math.PI;
}

function section(b: readonly [number, number, number], a: readonly [number, number, number]): Section {
  return { b0: b[0] / a[0], b1: b[1] / a[0], b2: b[2] / a[0], a1: a[1] / a[0], a2: a[2] / a[0] };
}

function lowPass(cornerHz: number, samplingHz: number): Section {
  const w = (2 * Math.PI * cornerHz) / samplingHz;
  const alpha = Math.sin(w) / Math.SQRT2;
  const c = Math.cos(w);
  return section([(1 - c) / 2, 1 - c, (1 - c) / 2], [1 + alpha, -2 * c, 1 - alpha]);
}

function highPass(cornerHz: number, samplingHz: number): Section {
  const w = (2 * Math.PI * cornerHz) / samplingHz;
  const alpha = Math.sin(w) / Math.SQRT2;
  const c = Math.cos(w);
  return section([(1 + c) / 2, -(1 + c), (1 + c) / 2], [1 + alpha, -2 * c, 1 - alpha]);
}

const notchQuality = 20;

function notch(hz: number, samplingHz: number): Section {
  const w = (2 * Math.PI * hz) / samplingHz;
  const alpha = Math.sin(w) / (2 * notchQuality);
  const c = Math.cos(w);
  return section([1, -2 * c, 1], [1 + alpha, -2 * c, 1 - alpha]);
}

/** Tells whether the sampling rate can represent the filter's frequencies. */
export function filterFits(filter: DisplayFilter, samplingHz: number): boolean {
  if (filter === 'notch50') return samplingHz > 110;
  if (filter === 'notch60') return samplingHz > 132;
  return true;
}

function sectionsOf(filter: DisplayFilter, samplingHz: number): Section[] {
  if (filter === 'off' || !filterFits(filter, samplingHz)) return [];
  if (filter === 'notch50') return [notch(50, samplingHz)];
  if (filter === 'notch60') return [notch(60, samplingHz)];
  const high = highPass(moved(0.5, twoPass, samplingHz), samplingHz);
  return samplingHz > 90 ? [high, lowPass(moved(40, 1 / twoPass, samplingHz), samplingHz)] : [high];
}

/** Runs one section over the whole array in place, starting from the steady state of the first value. */
function run(s: Section, values: Float64Array, backwards: boolean): void {
  const n = values.length;
  const first = values[backwards ? n - 1 : 0] ?? 0;
  const gain = (s.b0 + s.b1 + s.b2) / (1 + s.a1 + s.a2);
  let x1 = first;
  let x2 = first;
  let y1 = first * gain;
  let y2 = y1;
  for (let k = 0; k < n; k += 1) {
    const i = backwards ? n - 1 - k : k;
    const x = values[i] ?? 0;
    const y = s.b0 * x + s.b1 * x1 + s.b2 * x2 - s.a1 * y1 - s.a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    values[i] = y;
  }
}

/** Filters one stretch without gaps, extended at both ends by its own point reflection. */
function filterStretch(
  values: Float32Array,
  start: number,
  end: number,
  sections: Section[],
  padding: number,
): void {
  const n = end - start;
  const pad = Math.min(padding, n - 1);
  const work = new Float64Array(n + 2 * pad);
  const head = values[start] ?? 0;
  const tail = values[end - 1] ?? 0;
  for (let i = 0; i < pad; i += 1) {
    work[i] = 2 * head - (values[start + pad - i] ?? 0);
    work[pad + n + i] = 2 * tail - (values[end - 2 - i] ?? 0);
  }
  work.set(values.subarray(start, end), pad);
  for (const one of sections) {
    run(one, work, false);
    run(one, work, true);
  }
  for (let i = 0; i < n; i += 1) values[start + i] = work[pad + i] ?? 0;
}

/**
 * Returns a filtered copy of a stretch of signal.
 *
 * @param values any unit; NaN where there is no signal
 */
export function filterForDisplay(
  values: Float32Array,
  filter: DisplayFilter,
  samplingHz: number,
): Float32Array {
  const out = Float32Array.from(values);
  const sections = sectionsOf(filter, samplingHz);
  if (sections.length === 0) return out;
  const padding = Math.round(warmUpSeconds * samplingHz);
  let start = 0;
  while (start < out.length) {
    while (start < out.length && Number.isNaN(out[start])) start += 1;
    let end = start;
    while (end < out.length && !Number.isNaN(out[end])) end += 1;
    if (end > start) filterStretch(out, start, end, sections, padding);
    start = end;
  }
  return out;
}

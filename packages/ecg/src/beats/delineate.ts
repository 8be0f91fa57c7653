/**
 * Finds onset and offset of P, QRS and T of single beats, if visible, for the strip on the screen and for intervals. It
 * works at any sampling rate, on request and not during analysis.
 *
 * - QRS bounds: where the slope falls below 7 % of its largest value for 12 ms.
 * - P and T: the largest deviation, after smoothing over 20 ms, from the line between the ends of the window in which
 *   the wave may be. The bounds are where the tangent at the steepest point of each flank meets that line (Lepeschkin
 *   and Surawicz 1952).
 * - A wave is visible if it is taller than 3 % of the QRS and than three times the roughness of the signal.
 *
 * Invariants: a gap (NaN) changes nothing but the waves that may be in it; gain, offset, polarity and the position in the
 * recording change nothing but the positions.
 */
export interface Wave {
  readonly onset: number;
  readonly peak: number;
  readonly offset: number;
}
/** Positions are samples of the given signal. */
interface BeatWaves {
  readonly p: Wave | null;
  readonly qrs: Wave;
  readonly t: Wave | null;
}

const slopeShare = 0.07;
const visibleShare = 0.03;
const visibleRoughness = 3;

/** Delineates the beats; `peaks` are the R peaks, ascending. A beat too near an end of the signal gets null. */
export function delineate(signal: Float32Array, hz: number, peaks: ArrayLike<number>): (BeatWaves | null)[] {
  const smooth = smoothed(signal, Math.max(1, Math.round(0.01 * hz)));
  return Array.from({ length: peaks.length }, (_, i) => {
    const peak = Math.round(peaks[i] ?? 0);
    if (peak < 0.36 * hz || peak + 0.2 * hz >= signal.length) return null;
    const before = i > 0 ? peak - (peaks[i - 1] ?? 0) : hz;
    const after = i + 1 < peaks.length ? (peaks[i + 1] ?? 0) - peak : signal.length - peak;
    return waves(signal, smooth, hz, peak, before, after);
  });
}

function waves(
  signal: Float32Array,
  smooth: Float32Array,
  hz: number,
  peak: number,
  before: number,
  after: number,
): BeatWaves {
  const qrs = qrsBounds(smooth, hz, peak);
  let high = -Infinity;
  let low = Infinity;
  for (let i = qrs.onset; i <= qrs.offset; i++) {
    high = Math.max(high, signal[i] ?? 0);
    low = Math.min(low, signal[i] ?? 0);
  }
  const least = visibleShare * (high - low);
  const tEnd = Math.min(signal.length - 1, peak + Math.round(Math.min(0.56 * hz, 0.68 * after)));
  const pStart = Math.max(0, peak - Math.round(Math.min(0.34 * hz, 0.42 * before)));
  return {
    qrs,
    t: waveWithin(signal, smooth, hz, qrs.offset + Math.round(0.05 * hz), tEnd, least),
    p: waveWithin(signal, smooth, hz, pStart, qrs.onset - Math.round(0.01 * hz), least),
  };
}

/** Returns the means over `reach` samples on each side, of the samples that are there; NaN where none is. */
function smoothed(signal: Float32Array, reach: number): Float32Array {
  const out = new Float32Array(signal.length);
  let sum = 0;
  let held = 0;
  for (let i = -reach; i < signal.length; i++) {
    const [fresh, gone] = [signal[i + reach] ?? NaN, signal[i - reach - 1] ?? NaN];
    if (!Number.isNaN(fresh)) {
      sum += fresh;
      held++;
    }
    if (!Number.isNaN(gone)) {
      sum -= gone;
      held--;
    }
    if (i >= 0) out[i] = sum / held;
  }
  return out;
}

function qrsBounds(smooth: Float32Array, hz: number, peak: number): Wave {
  const step = Math.max(1, Math.round(0.004 * hz));
  const slope = (i: number): number => Math.abs((smooth[i + step] ?? 0) - (smooth[i - step] ?? 0));
  let steepest = 0;
  const reach = Math.round(0.07 * hz);
  for (let i = peak - reach; i <= peak + reach; i++) steepest = Math.max(steepest, slope(i));
  const calm = Math.max(2, Math.round(0.012 * hz));
  const edge = (side: number): number => {
    let quiet = 0;
    const most = Math.round(0.14 * hz);
    for (let k = Math.round(0.02 * hz); k < most; k++) {
      quiet = slope(peak + side * k) < slopeShare * steepest ? quiet + 1 : 0;
      if (quiet === calm) return peak + side * (k - calm + 1);
    }
    return peak + side * most;
  };
  return { onset: edge(-1), peak, offset: edge(1) };
}

/** Finds the largest deviation within a window; null if none is visible or the window is too short. */
function waveWithin(
  signal: Float32Array,
  smooth: Float32Array,
  hz: number,
  from: number,
  to: number,
  least: number,
): Wave | null {
  if (to - from < 0.06 * hz || from < 1 || to >= signal.length - 1) return null;
  const a = smooth[from] ?? 0;
  const rise = ((smooth[to] ?? 0) - a) / (to - from);
  const above = (i: number): number => (smooth[i] ?? 0) - a - rise * (i - from);
  let peak = from;
  let rough = 0;
  for (let i = from; i <= to; i++) {
    if (Math.abs(above(i)) > Math.abs(above(peak))) peak = i;
    rough += Math.abs((signal[i] ?? 0) - (smooth[i] ?? 0));
  }
  const height = Math.abs(above(peak));
  const roughness = rough / (to - from + 1);
  const margin = Math.round(0.01 * hz);
  // A gap makes the roughness NaN: the wave may be in it.
  const isVisible = height >= least && height >= visibleRoughness * roughness;
  if (!isVisible || peak <= from + margin || peak >= to - margin) return null;
  return { onset: foot(above, peak, -1, from), peak, offset: foot(above, peak, 1, to) };
}

/** Returns where the tangent at the steepest point of one flank meets the base line. */
function foot(above: (i: number) => number, peak: number, side: number, end: number): number {
  const sign = above(peak) < 0 ? -1 : 1;
  let steepest = 0;
  let at = peak;
  for (let i = peak; i !== end; i += side) {
    const fall = sign * (above(i) - above(i + side));
    if (fall > steepest) {
      steepest = fall;
      at = i;
    }
  }
  if (steepest <= 0) return end;
  const reach = Math.round((sign * above(at)) / steepest);
  const found = at + side * Math.max(1, reach);
  return side < 0 ? Math.max(end, found) : Math.min(end, found);
}

/**
 * Averages many beats into one, after aligning them by their QRS complexes. What they share is kept to the sample;
 * noise falls with the square root of their number (signal averaging, Simson 1981).
 *
 * Invariants: the mean of equal beats is that beat; an offset changes nothing; a beat with a gap or of another shape is
 * left out, so the result contains the number of beats used.
 */

/** How far the peak of a beat may be off relative to the others. */
const furthestS = 0.02;
/** Seconds on each side of the peak by which beats are aligned. */
const aroundS = 0.06;
const alike = 0.8;

export interface MeanBeat {
  readonly signal: Float32Array;
  /** Number of averaged beats. */
  readonly beats: number;
}

const isWhole = (window: Float32Array): boolean => window.length > 0 && !window.some(Number.isNaN);

function level(window: Float32Array): number {
  let sum = 0;
  for (const value of window) sum += value;
  return sum / window.length;
}

/** Averages the windows, each moved by its shift; beyond its ends a window's end value is repeated. */
function meanOf(windows: readonly Float32Array[], shifts: readonly number[]): Float32Array {
  const length = windows[0]?.length ?? 0;
  const sums = new Float64Array(length);
  windows.forEach((window, n) => {
    const base = level(window);
    const shift = shifts[n] ?? 0;
    for (let i = 0; i < length; i++) {
      const at = Math.min(length - 1, Math.max(0, i + shift));
      sums[i] = (sums[i] ?? 0) + (window[at] ?? 0) - base;
    }
  });
  return Float32Array.from(sums, (sum) => sum / windows.length);
}

/** Returns the Pearson correlation of a shape from `from` to before `to` with a window shifted by `shift`. */
export function likeness(
  shape: Float32Array,
  window: Float32Array,
  from: number,
  to: number,
  shift: number,
): number {
  const n = to - from;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let i = from; i < to; i++) {
    const x = shape[i] ?? 0;
    const y = window[i + shift] ?? 0;
    a += x;
    b += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  const spread = Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n));
  return spread > 0 ? (ab - (a * b) / n) / spread : 0;
}

type Reach = { readonly from: number; readonly to: number; readonly furthest: number };

/** Finds the shift at which a window is most like a shape; of equal shifts, the smallest. */
function fitted(shape: Float32Array, window: Float32Array, { from, to, furthest }: Reach) {
  let best = { shift: 0, like: likeness(shape, window, from, to, 0) };
  for (let by = 1; by <= furthest; by++)
    for (const shift of [-by, by]) {
      const like = likeness(shape, window, from, to, shift);
      if (like > best.like) best = { shift, like };
    }
  return best;
}

/** Averages the windows that are like a shape, aligned with it. */
function meanOn(shape: Float32Array, windows: readonly Float32Array[], reach: Reach): MeanBeat | null {
  const kept = windows
    .map((window) => ({ window, ...fitted(shape, window, reach) }))
    .filter(({ like }) => like >= alike);
  if (kept.length === 0) return null;
  const signal = meanOf(
    kept.map(({ window }) => window),
    kept.map(({ shift }) => shift),
  );
  return { signal, beats: kept.length };
}

/**
 * Returns the mean of the whole windows. `windows` have equal length, each with the peak of its beat at `peak`; null if
 * none is whole.
 */
export function meanBeat(windows: readonly Float32Array[], peak: number, hz: number): MeanBeat | null {
  const whole = windows.filter((one) => one.length === windows[0]?.length && isWhole(one));
  const [first] = whole;
  if (first === undefined) return null;
  const furthest = Math.round(furthestS * hz);
  const around = Math.round(aroundS * hz);
  const from = Math.max(furthest, peak - around);
  const to = Math.min(first.length - furthest, peak + around + 1);
  const reach = { from, to, furthest };
  // Two passes: the first mean is blurred by the misalignment, the second is not.
  const blurred = meanOn(meanOf(whole, []), whole, reach);
  return blurred === null ? null : meanOn(blurred.signal, whole, reach);
}

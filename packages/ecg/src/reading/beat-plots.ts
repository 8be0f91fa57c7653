/**
 * Converts the beats of a reading to points of plots (interval before and after each) and finds the beats in a drawn
 * area. A million and a half points are counted into the pixels of a plot once; then only that image is drawn.
 *
 * Invariants: every point inside the axes is counted in exactly one pixel; a selection contains only beats that are in
 * the plot; a rectangle selects the same beats as the polygon of its corners.
 */
export interface BeatIntervals {
  /** Milliseconds since the previous beat; NaN for the first beat, and if the signal between is unreadable. */
  readonly before: Float32Array;
  /** Milliseconds to the next beat; NaN likewise. */
  readonly after: Float32Array;
}

/** Returns the intervals; `counted` are the indices of the beats in readable time, ascending. */
export function beatIntervals(
  samples: ArrayLike<number>,
  counted: ArrayLike<number>,
  samplingHz: number,
): BeatIntervals {
  const before = new Float32Array(samples.length).fill(NaN);
  const after = new Float32Array(samples.length).fill(NaN);
  for (let n = 1; n < counted.length; n++) {
    const [index = 0, last = 0] = [counted[n], counted[n - 1]];
    if (index !== last + 1) continue;
    const ms = (((samples[index] ?? 0) - (samples[last] ?? 0)) * 1000) / samplingHz;
    before[index] = ms;
    after[last] = ms;
  }
  return { before, after };
}

/** Values at the left and right edge, or at the lower and upper one. */
interface Axis {
  readonly from: number;
  readonly to: number;
}
export interface PlotArea {
  readonly x: Axis;
  readonly y: Axis;
}

/** Coordinates by beat; a beat with NaN in either is not plotted. */
export interface PlotPoints {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

const isOn = (value: number, { from, to }: Axis): boolean => value >= from && value <= to;
const share = (value: number, { from, to }: Axis): number => (value - from) / (to - from);

/** Returns how many points are in each pixel, one layer for each colour; rows start at the top. */
export function plotDensity(
  { x, y }: PlotPoints,
  colours: Uint8Array,
  area: PlotArea,
  size: { readonly width: number; readonly height: number; readonly colours: number },
): Uint32Array[] {
  const { width, height } = size;
  const layers = Array.from({ length: size.colours }, () => new Uint32Array(width * height));
  for (let i = 0; i < x.length; i++) {
    const px = x[i] ?? NaN;
    const py = y[i] ?? NaN;
    if (!isOn(px, area.x) || !isOn(py, area.y)) continue;
    const column = Math.min(width - 1, Math.floor(share(px, area.x) * width));
    const row = Math.min(height - 1, Math.floor((1 - share(py, area.y)) * height));
    const layer = layers[colours[i] ?? 0];
    const at = row * width + column;
    if (layer !== undefined) layer[at] = (layer[at] ?? 0) + 1;
  }
  return layers;
}

export interface PlotPlace {
  readonly x: number;
  readonly y: number;
}

/** Tells whether a position is inside a closed line (even-odd rule). */
export function isInside(line: readonly PlotPlace[], { x, y }: PlotPlace): boolean {
  let inside = false;
  let last = line.at(-1);
  for (const corner of line) {
    if (last !== undefined && corner.y > y !== last.y > y) {
      const crossing = corner.x + ((y - corner.y) / (last.y - corner.y)) * (last.x - corner.x);
      if (x < crossing) inside = !inside;
    }
    last = corner;
  }
  return inside;
}

/** Tells whether a beat is selectable, by the colours that are shown. */
type Taken = (index: number) => boolean;

const boundsOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );

/** Returns the beats inside a closed line given in values of the axes. */
export function beatsInLine(
  { x, y }: PlotPoints,
  line: readonly PlotPlace[],
  area: PlotArea,
  taken: Taken,
): number[] {
  const [lowY, highY] = boundsOf(line.map(({ y: value }) => value));
  const [lowX, highX] = boundsOf(line.map(({ x: value }) => value));
  const found: number[] = [];
  for (let i = 0; i < x.length; i++) {
    const px = x[i] ?? NaN;
    const py = y[i] ?? NaN;
    if (!(px >= lowX && px <= highX && py >= lowY && py <= highY)) continue;
    if (!isOn(px, area.x) || !isOn(py, area.y) || !taken(i)) continue;
    if (isInside(line, { x: px, y: py })) found.push(i);
  }
  return found;
}

/** Returns the beats in a rectangle, including its edges. */
export function beatsInArea({ x, y }: PlotPoints, within: PlotArea, taken: Taken): number[] {
  const found: number[] = [];
  for (let i = 0; i < x.length; i++)
    if (isOn(x[i] ?? NaN, within.x) && isOn(y[i] ?? NaN, within.y) && taken(i)) found.push(i);
  return found;
}

/**
 * Returns for each colour how many values are in each of `bars` equal parts of an axis; `weight` is the count of a
 * value.
 */
export function histogramOf(
  values: Float32Array,
  colours: Uint8Array,
  axis: Axis,
  size: { readonly bars: number; readonly colours: number },
  weight: (index: number) => number = () => 1,
): Float64Array[] {
  const layers = Array.from({ length: size.colours }, () => new Float64Array(size.bars));
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    if (!isOn(value, axis)) continue;
    const bar = Math.min(size.bars - 1, Math.floor(share(value, axis) * size.bars));
    const layer = layers[colours[i] ?? 0];
    if (layer !== undefined) layer[bar] = (layer[bar] ?? 0) + weight(i);
  }
  return layers;
}

/** Returns the beats with those farthest from the median of all of them first. */
export function oddFirst(beats: readonly number[], { before, after }: BeatIntervals): number[] {
  const middle = (values: Float32Array): number => {
    const held = beats.map((i) => values[i] ?? NaN).filter((value) => !Number.isNaN(value));
    return held.sort((a, b) => a - b)[held.length >> 1] ?? 0;
  };
  const [x, y] = [middle(before), middle(after)];
  const away = (i: number): number => {
    const [dx, dy] = [(before[i] ?? NaN) - x, (after[i] ?? NaN) - y];
    return Math.hypot(Number.isNaN(dx) ? 0 : dx, Number.isNaN(dy) ? 0 : dy);
  };
  const far = new Map(beats.map((i) => [i, away(i)]));
  return beats.toSorted((a, b) => (far.get(b) ?? 0) - (far.get(a) ?? 0) || a - b);
}

/**
 * Builds the input of the shape network for a template: its mean beat and that of the template that was dominant when a
 * beat last joined it, from 352 ms before the R peak to 352 ms after it at 62.5 Hz.
 *
 * Invariants: a factor, an offset or a change of sign of the signal changes no pair.
 */
export const viewLength = 44;
export const pairLength = 2 * viewLength;
/** Values are limited to this many times the mean size of the dominant beat. */
const farthest = 30;
const sorted = new Float32Array(viewLength);

/** Returns the view of a template's mean shape (half-rate samples): means of two samples each, minus their median. */
export function viewOf(shape: Float32Array): Float32Array {
  const view = new Float32Array(viewLength);
  for (let k = 0; k < viewLength; k++) view[k] = ((shape[2 * k] ?? 0) + (shape[2 * k + 1] ?? 0)) / 2;
  sorted.set(view);
  sorted.sort();
  const half = viewLength >> 1;
  const level = ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
  for (let k = 0; k < viewLength; k++) view[k] = (view[k] ?? 0) - level;
  return view;
}

/** Scales both views by the size of the dominant one, so that its largest excursion points upwards. */
export function pairOf(own: Float32Array, dominant: Float32Array): Float32Array {
  let squares = 0;
  let peak = 0;
  for (const value of dominant) {
    squares += value * value;
    if (Math.abs(value) > Math.abs(peak)) peak = value;
  }
  const size = Math.sqrt(squares / viewLength) || 1;
  const factor = (peak < 0 ? -1 : 1) / size;
  const pair = new Float32Array(pairLength);
  for (let k = 0; k < viewLength; k++) {
    pair[k] = Math.max(-farthest, Math.min(farthest, factor * (own[k] ?? 0)));
    pair[viewLength + k] = Math.max(-farthest, Math.min(farthest, factor * (dominant[k] ?? 0)));
  }
  return pair;
}

/**
 * Stores the views of replaced templates by number, one byte per sample; a later one with the same number replaces it.
 */
export class PastViews {
  private bytes = new Int8Array(64 * viewLength);
  private steps = new Float32Array(64);
  private dominants = new Int32Array(64);

  keep(id: number, shape: Float32Array, dominant: number): void {
    if (id >= this.steps.length) this.grow(id);
    const view = viewOf(shape);
    let most = 0;
    for (const value of view) most = Math.max(most, Math.abs(value));
    const step = most / 127;
    for (let k = 0; k < viewLength; k++)
      this.bytes[id * viewLength + k] = step > 0 ? Math.round((view[k] ?? 0) / step) : 0;
    this.steps[id] = step;
    this.dominants[id] = dominant;
  }

  viewOf(id: number): Float32Array {
    const step = this.steps[id] ?? 0;
    return Float32Array.from(
      this.bytes.subarray(id * viewLength, (id + 1) * viewLength),
      (value) => value * step,
    );
  }

  dominantOf(id: number): number {
    return this.dominants[id] ?? id;
  }

  private grow(id: number): void {
    const room = 2 * id;
    const [bytes, steps, dominants] = [this.bytes, this.steps, this.dominants];
    this.bytes = new Int8Array(room * viewLength);
    this.bytes.set(bytes);
    this.steps = new Float32Array(room);
    this.steps.set(steps);
    this.dominants = new Int32Array(room);
    this.dominants.set(dominants);
  }
}

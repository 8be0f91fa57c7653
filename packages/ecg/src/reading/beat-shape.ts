/**
 * Measures how similar two beats look: the QRS complex and the wave after it on all leads together, at about 125
 * samples per second. Each lead is relative to its own mean, so baseline wander and offset do not count.
 *
 * `alike` is 2·a·b ∕ (a·a + b·b), the best over shifts of up to 16 ms: 1 for the same beat, less for another form and
 * also for another height, 0 if they have nothing in common. It is the same for (a, b) and (b, a) if neither needs a
 * shift, and a beat is never more similar to another than to itself.
 */
const rateHz = 125;
const beforeS = 0.12;
const afterS = 0.28;
const shifts = 2;

/** Interleaved frames of all leads, and microvolts per step of each lead. */
interface ShapeFrames {
  readonly frames: Int16Array;
  readonly gains: readonly number[];
}

export interface BeatShapes {
  /** Frames needed before and after a beat. */
  readonly before: number;
  readonly after: number;
  /** Reads the beat whose peak is frame `at`, wide enough to be shifted. */
  readonly wide: (given: ShapeFrames, at: number) => Float32Array;
  /** Returns the middle of a wide beat, to compare with. */
  readonly narrow: (wide: Float32Array) => Float32Array;
  /** Returns the similarity, 0 to 1. */
  readonly alike: (wide: Float32Array, narrow: Float32Array) => number;
}

export function createBeatShapes(samplingHz: number, leads: number): BeatShapes {
  const step = Math.max(1, Math.round(samplingHz / rateHz));
  const first = -Math.round((beforeS * samplingHz) / step) - shifts;
  const points = Math.round(((beforeS + afterS) * samplingHz) / step);
  const width = points + 2 * shifts;
  const read = ({ frames, gains }: ShapeFrames, at: number): Float32Array => {
    const shape = new Float32Array(width * leads);
    for (let lead = 0; lead < leads; lead++) {
      const gain = (gains[lead] ?? 0) / step;
      for (let k = 0; k < width; k++) {
        let sum = 0;
        for (let i = 0; i < step; i++) sum += frames[(at + (first + k) * step + i) * leads + lead] ?? 0;
        shape[lead * width + k] = sum * gain;
      }
    }
    return shape;
  };
  const narrowAt = (wide: Float32Array, shift: number, into: Float32Array): Float32Array => {
    for (let lead = 0; lead < leads; lead++) {
      const from = lead * width + shift;
      let mean = 0;
      for (let k = 0; k < points; k++) mean += wide[from + k] ?? 0;
      mean /= points;
      for (let k = 0; k < points; k++) into[lead * points + k] = (wide[from + k] ?? 0) - mean;
    }
    return into;
  };
  const spare = new Float32Array(points * leads);
  return {
    before: -first * step,
    after: (first + width) * step,
    wide: read,
    narrow: (wide) => narrowAt(wide, shifts, new Float32Array(points * leads)),
    alike: (wide, narrow) => {
      let best = 0;
      for (let shift = 0; shift <= 2 * shifts; shift++) {
        const likeness = likenessOf(narrowAt(wide, shift, spare), narrow);
        if (likeness > best) best = likeness;
      }
      return best;
    },
  };
}

function likenessOf(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let sizes = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    product += x * y;
    sizes += x * x + y * y;
  }
  return sizes === 0 ? 1 : Math.max(0, (2 * product) / sizes);
}

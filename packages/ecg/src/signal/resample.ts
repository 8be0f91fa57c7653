/**
 * Converts any sampling rate to the engine's working rate, sample by sample, storing only the last four inputs. If the
 * input is at least twice as fast, whole input samples are averaged first (boxcar, anti-alias); then follows
 * Catmull-Rom cubic interpolation at the exact position k · in / out.
 *
 * Invariants: output k is at input time k / outHz whatever the chunk sizes; equal rates copy; a constant remains that
 * constant. Positions are computed from k, never accumulated, so nothing drifts over 30 days.
 */
export interface Resampler {
  /** Takes `count` inputs; writes outputs to `output` from 0 on and returns how many. */
  push(input: Float32Array, count: number, output: Float32Array): number;
  /** Writes the remaining outputs at the end, holding the last input, and returns how many. */
  flush(output: Float32Array): number;
  /** Returns the largest number of outputs that `count` inputs can give. */
  bound(count: number): number;
}

export function createResampler(inHz: number, outHz: number): Resampler {
  if (inHz === outHz) {
    return {
      push: (input, count, output) => {
        output.set(input.subarray(0, count));
        return count;
      },
      flush: () => 0,
      bound: (count) => count,
    };
  }
  return new CubicResampler(inHz, outHz);
}

class CubicResampler implements Resampler {
  private readonly ratio: number;
  private readonly decimation: number;
  private sum = 0;
  private summed = 0;
  private received = 0;
  private made = 0;
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 0;
  private last = 0;
  private inputs = 0;

  constructor(inHz: number, outHz: number) {
    this.ratio = inHz / outHz;
    this.decimation = Math.max(1, Math.floor(inHz / outHz));
  }

  bound(count: number): number {
    return Math.ceil(count / this.ratio) + 8;
  }

  push(input: Float32Array, count: number, output: Float32Array): number {
    let written = 0;
    this.inputs += count;
    for (let i = 0; i < count; i++) {
      const value = input[i] ?? 0;
      this.last = value;
      if (this.decimation === 1) {
        written = this.take(value, output, written);
        continue;
      }
      this.sum += value;
      if (++this.summed === this.decimation) {
        written = this.take(this.sum / this.decimation, output, written);
        this.sum = 0;
        this.summed = 0;
      }
    }
    return written;
  }

  flush(output: Float32Array): number {
    const owed = Math.max(0, Math.ceil(this.inputs / this.ratio) - this.made);
    let written = 0;
    while (written < owed && this.inputs > 0) written = this.take(this.last, output, written);
    this.made -= Math.max(0, written - owed);
    return Math.min(written, owed);
  }

  /** Takes one decimated input and writes every output between the second and third newest of the last four. */
  private take(value: number, output: Float32Array, at: number): number {
    if (this.received === 0) this.a = this.b = this.c = this.d = value;
    this.a = this.b;
    this.b = this.c;
    this.c = this.d;
    this.d = value;
    const left = this.received - 2;
    this.received++;
    let written = at;
    for (;;) {
      const position = (this.made * this.ratio - (this.decimation - 1) / 2) / this.decimation;
      const offset = position - left;
      if (offset >= 1) return written;
      output[written++] = this.between(Math.max(0, offset));
      this.made++;
    }
  }

  private between(t: number): number {
    const { a, b, c, d } = this;
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }
}

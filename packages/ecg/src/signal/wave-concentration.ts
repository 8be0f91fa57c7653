/**
 * Measures how much of a signal's power is between 2 and 9 Hz, the range of ventricular fibrillation: baseline wander
 * is below it, muscle noise above, and QRS complexes spread over both sides.
 *
 * Invariants: a factor changes nothing; the result is a sum of bins of the discrete Fourier transform under a Hann
 * window.
 */
const [lowestHz, highestHz] = [2, 9];

export interface WaveConcentration {
  /** Returns the share of the power of `z` from sample `from` on, 0 to 1. */
  of(z: Float32Array, from: number): number;
}

export function createWaveConcentration(size: number, hz: number): WaveConcentration {
  const hann = Float64Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (size - 1)),
  );
  const windowed = new Float64Array(size);
  const [first, last] = [Math.ceil((lowestHz * size) / hz), Math.floor((highestHz * size) / hz)];
  return {
    of(z, from) {
      let power = 1e-9;
      for (let i = 0; i < size; i++) {
        const value = (hann[i] ?? 0) * (z[from + i] ?? 0);
        windowed[i] = value;
        power += value * value;
      }
      let between = 0;
      for (let bin = first; bin <= last; bin++) between += binPower(windowed, (2 * Math.PI * bin) / size);
      return (2 * between) / (size * power);
    },
  };
}

/** Returns the power at one frequency, in radians per sample (Goertzel). */
function binPower(values: Float64Array, turn: number): number {
  const twice = 2 * Math.cos(turn);
  let [one, two] = [0, 0];
  for (const value of values) {
    const next = value + twice * one - two;
    two = one;
    one = next;
  }
  return one * one + two * two - twice * one * two;
}

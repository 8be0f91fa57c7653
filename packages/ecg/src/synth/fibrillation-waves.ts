// Generates the f-waves of atrial fibrillation: 5 to 7 per second, drifting, slightly sawtooth-shaped (Stridh and
// Sörnmo, IEEE Trans Biomed Eng 48:105, 2001).

import type { Random } from './random.ts';
import { normal } from './random.ts';

const CYCLE = 4096;
const cycle = Float32Array.from({ length: CYCLE }, (_unused, i) => {
  const phase = (2 * Math.PI * i) / CYCLE;
  return Math.sin(phase) + 0.35 * Math.sin(2 * phase + 0.6);
});

export class FibrillationWaves {
  private readonly samplingHz: number;
  private readonly amplitudes: Float64Array;
  private readonly random: Random;
  private readonly wave: Float32Array;
  private phase = 0;
  private hz = 6;

  constructor(samplingHz: number, amplitudes: Float64Array, blockSamples: number, random: Random) {
    this.samplingHz = samplingHz;
    this.amplitudes = amplitudes;
    this.random = random;
    this.wave = new Float32Array(blockSamples);
  }

  /** Adds the waves to the samples from `from` to `to` (exclusive) of a block (millivolts). */
  add(leads: readonly Float32Array[], from: number, to: number): void {
    const { wave } = this;
    let { phase } = this;
    let turn = 0;
    for (let i = from; i < to; i++) {
      if ((i - from) % 64 === 0) {
        this.hz = Math.max(4.8, Math.min(7.4, this.hz + 0.12 * normal(this.random)));
        turn = (CYCLE * this.hz) / this.samplingHz;
      }
      phase += turn;
      if (phase >= CYCLE) phase -= CYCLE;
      wave[i] = cycle[phase | 0] ?? 0;
    }
    this.phase = phase;
    leads.forEach((signal, lead) => {
      const mv = this.amplitudes[lead] ?? 0;
      for (let i = from; i < to; i++) signal[i] = (signal[i] ?? 0) + mv * (wave[i] ?? 0);
    });
  }
}

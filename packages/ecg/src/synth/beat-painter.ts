// Adds beats to blocks of signal: a wave's Gaussian is taken from a table once and added to every lead with that lead's
// amplitude. The cost of a beat depends on the length of its waves, not on that of the block.

import type { SynthBeat } from './planned-beat.ts';
import type { BeatShapes, SeenWave } from './wave-shapes.ts';

/** Waves are drawn up to this many standard deviations (beyond, they are below 0.1 % of the peak). */
const REACH = 3.8;
const TABLE_STEPS_PER_SIGMA = 512;
const gaussian = Float32Array.from({ length: Math.ceil(REACH * TABLE_STEPS_PER_SIGMA) + 2 }, (_unused, i) =>
  Math.exp(-0.5 * (i / TABLE_STEPS_PER_SIGMA) ** 2),
);

/** Seconds that a beat's waves extend before and after its R peak. */
export const beatReachS = { before: 0.3, after: 1 } as const;

export class BeatPainter {
  private readonly samplingHz: number;
  private readonly shapes: BeatShapes;
  private readonly shape = new Float32Array(8192);

  constructor(samplingHz: number, shapes: BeatShapes) {
    this.samplingHz = samplingHz;
    this.shapes = shapes;
  }

  /**
   * Adds a beat to one block of every lead (millivolts). `first` is the block's first sample in the recording, `scale`
   * the beat's amplitude relative to the patient's usual one.
   */
  paint(beat: SynthBeat, scale: number, leads: readonly Float32Array[], first: number): void {
    const stretch = Math.sqrt(Math.max(0.45, Math.min(1.5, beat.rr_s)));
    for (const wave of this.shapes.p_wave[beat.p_wave]) this.addWave(wave, beat.at_s, 1, scale, leads, first);
    for (const wave of this.shapes.body[beat.beat_class]) {
      this.addWave(wave, beat.at_s, wave.repolarisation ? stretch : 1, scale, leads, first);
    }
  }

  /** Adds a sinus P wave without a beat, its peak at `atS` seconds, to one block of every lead (millivolts). */
  paintPWave(atS: number, leads: readonly Float32Array[], first: number): void {
    for (const wave of this.shapes.p_wave.sinus) this.addWave(wave, atS - wave.at, 1, 1, leads, first);
  }

  private addWave(
    wave: SeenWave,
    rPeakS: number,
    stretch: number,
    scale: number,
    leads: readonly Float32Array[],
    first: number,
  ): void {
    const hz = this.samplingHz;
    const centre = (rPeakS + wave.at * stretch) * hz - first;
    const before = wave.before * stretch * hz;
    const after = wave.after * stretch * hz;
    const from = Math.max(0, Math.ceil(centre - REACH * before));
    const to = Math.min(leads[0]?.length ?? 0, Math.floor(centre + REACH * after) + 1);
    const count = to - from;
    if (count <= 0) return;
    const { shape } = this;
    for (let i = 0; i < count; i++) {
      const distance = from + i - centre;
      const sigmas = distance < 0 ? -distance / before : distance / after;
      shape[i] = gaussian[(sigmas * TABLE_STEPS_PER_SIGMA + 0.5) | 0] ?? 0;
    }
    for (let lead = 0; lead < leads.length; lead++) {
      const signal = leads[lead];
      const mv = (wave.mv[lead] ?? 0) * scale;
      if (signal === undefined) continue;
      for (let i = 0; i < count; i++) signal[from + i] = (signal[from + i] ?? 0) + mv * (shape[i] ?? 0);
    }
  }
}

// Adds disturbances to the signal: breathing and drift of the baseline, muscle noise, electrode motion, and times
// without contact. Spectra after Moody, Muldrow and Mark, "A noise stress test for arrhythmia detectors" (Computers in
// Cardiology 1984): baseline wander below 0.5 Hz, broadband muscle noise, electrode motion of 0.5 to 5 Hz with jumps,
// which looks like beats.

import type { SynthPatient } from './patient.ts';
import type { Random } from './random.ts';
import { between, exponential, normal } from './random.ts';
import type { Spell } from './spells.ts';
import { Spells } from './spells.ts';

const NOISE_LENGTH = 1 << 17;

interface Artefact extends Spell {
  /** Frequency, phase and millivolts of each swing, one set per lead. */
  readonly swings: readonly (readonly {
    readonly hz: number;
    readonly phase: number;
    readonly mv: number;
  }[])[];
  readonly noise: number;
}

export class Disturbance {
  private readonly patient: SynthPatient;
  private readonly samplingHz: number;
  private readonly random: Random;
  private readonly noise: Float32Array;
  private readonly drift: Float64Array;
  private muscle = 1;
  private readonly artefacts: Spells<Artefact>;

  constructor(
    patient: SynthPatient,
    samplingHz: number,
    leadCount: number,
    random: Random,
    onArtefact: (spell: Spell) => void,
  ) {
    this.patient = patient;
    this.samplingHz = samplingHz;
    this.random = random;
    this.noise = muscleNoise(random);
    this.drift = new Float64Array(leadCount);
    this.artefacts = new Spells((afterS) => this.nextArtefact(afterS), onArtefact);
  }

  /** Adds the disturbances of one block (millivolts); `breath` is the phase of respiration at the block's start. */
  add(leads: readonly Float32Array[], first: number, breath: number): void {
    const count = leads[0]?.length ?? 0;
    const startS = first / this.samplingHz;
    const endS = startS + count / this.samplingHz;
    const level = this.muscleAt(count / this.samplingHz);
    this.artefacts.forget(startS);
    const artefacts = this.artefacts.within(startS, endS);
    leads.forEach((signal, lead) => {
      this.addMuscle(signal, level);
      this.addWander(signal, lead, breath);
      for (const artefact of artefacts) this.addArtefact(artefact, signal, lead, first);
    });
  }

  private muscleAt(overS: number): number {
    const memory = Math.exp(-overS / 40);
    this.muscle = 1 + (this.muscle - 1) * memory + 0.9 * Math.sqrt(1 - memory * memory) * normal(this.random);
    return (this.patient.muscle_uv / 1000) * Math.max(0.5, this.muscle);
  }

  private addMuscle(signal: Float32Array, mv: number): void {
    const { noise } = this;
    const start = Math.floor(this.random() * (NOISE_LENGTH - signal.length));
    for (let i = 0; i < signal.length; i++) signal[i] = (signal[i] ?? 0) + mv * (noise[start + i] ?? 0);
  }

  /** Adds breathing as a sine and drift as a mean-reverting random walk, both interpolated linearly. */
  private addWander(signal: Float32Array, lead: number, breath: number): void {
    const step = 32;
    const mv = this.patient.wander_uv / 1000;
    const turn = (2 * Math.PI * this.patient.respiration_hz) / this.samplingHz;
    const pull = Math.exp(-step / (6 * this.samplingHz));
    const push = 0.55 * mv * Math.sqrt(1 - pull * pull);
    let drift = this.drift[lead] ?? 0;
    let level = drift + 0.5 * mv * Math.sin(breath);
    for (let from = 0; from < signal.length; from += step) {
      drift = drift * pull + push * normal(this.random);
      const to = Math.min(signal.length, from + step);
      const slope = (drift + 0.5 * mv * Math.sin(breath + to * turn) - level) / step;
      for (let i = from; i < to; i++) {
        signal[i] = (signal[i] ?? 0) + level;
        level += slope;
      }
    }
    this.drift[lead] = drift;
  }

  private addArtefact(artefact: Artefact, signal: Float32Array, lead: number, first: number): void {
    const { start_s: startS, end_s: endS, swings, noise } = artefact;
    const hz = this.samplingHz;
    const from = Math.max(0, Math.ceil(startS * hz) - first);
    const to = Math.min(signal.length, Math.ceil(endS * hz) - first);
    const start = Math.floor(this.random() * (NOISE_LENGTH - signal.length));
    for (let i = from; i < to; i++) {
      const atS = (first + i) / hz - startS;
      const swell = Math.sin((Math.PI * atS) / (endS - startS)) ** 2;
      let mv = noise * (this.noise[start + i] ?? 0);
      for (const swing of swings[lead] ?? [])
        mv += swing.mv * Math.sin(2 * Math.PI * swing.hz * atS + swing.phase);
      signal[i] = (signal[i] ?? 0) + swell * mv;
    }
  }

  private nextArtefact(afterS: number): Artefact {
    const { random } = this;
    const startS = afterS + exponential(random, 3600 / this.patient.artefacts_per_hour);
    const size = between(random, 0.15, 0.9);
    const swing = () => ({
      hz: between(random, 0.5, 5),
      phase: between(random, 0, 6.28),
      mv: size * between(random, 0.2, 1),
    });
    const swings = Array.from(this.drift, () => Array.from({ length: 5 }, swing));
    return {
      start_s: startS,
      end_s: startS + between(random, 1.5, 12),
      swings,
      noise: between(random, 0.02, 0.12),
    };
  }
}

/** Returns noise of standard deviation 1 with weaker low frequencies, like that of a muscle. */
function muscleNoise(random: Random): Float32Array {
  const noise = new Float32Array(NOISE_LENGTH);
  let slow = 0;
  for (let i = 0; i < noise.length; i++) {
    const white = normal(random);
    slow += 0.15 * (white - slow);
    noise[i] = (white - slow) * 1.08;
  }
  return noise;
}

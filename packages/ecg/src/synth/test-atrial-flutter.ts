/**
 * Generates recordings of one lead with atrial flutter or fibrillation between stretches of sinus rhythm.
 *
 * The waves of flutter keep their rate; each beat follows the third, fourth or another wave of a given pattern. Those of
 * fibrillation drift, and the beats are irregular. The same options and seed give the same recording.
 */
import { BeatPainter } from './beat-painter.ts';
import { Disturbance } from './disturbance.ts';
import { FibrillationWaves } from './fibrillation-waves.ts';
import { synthPatients } from './patient.ts';
import type { Random } from './random.ts';
import { normal, seededRandom } from './random.ts';
import { beatShapes } from './wave-shapes.ts';

export interface DrawnFlutter {
  /** `tremor` draws waves of flutter over sinus rhythm, whose beats do not follow them. */
  readonly kind: 'flutter' | 'fibrillation' | 'tremor';
  readonly atrial_bpm: number;
  /** Waves from each beat to the next; chosen by chance among these, except that a single one makes a regular rhythm. */
  readonly conduction: readonly number[];
  /** From peak to peak. */
  readonly height_mv: number;
  readonly muscle_uv: number;
  /** Mean interval of the sinus rhythm, and by which share breathing changes it. */
  readonly sinus_rr_s: number;
  readonly breathing: number;
  /** Seconds before the arrhythmia, of it, and after it. */
  readonly sinus_s: number;
  readonly arrhythmia_s: number;
}

const usualFlutter: DrawnFlutter = {
  kind: 'flutter',
  atrial_bpm: 280,
  conduction: [2, 3, 4, 4, 5],
  height_mv: 0.15,
  muscle_uv: 9,
  sinus_rr_s: 0.85,
  breathing: 0.05,
  sinus_s: 60,
  arrhythmia_s: 120,
};

interface DrawnBeat {
  readonly at_s: number;
  readonly rr_s: number;
  readonly p_wave: 'sinus' | 'none';
}

/** The time from one beat of the arrhythmia to the next. */
function arrhythmicRr({ kind, atrial_bpm, conduction }: DrawnFlutter, random: Random): number {
  if (kind === 'fibrillation') return Math.max(0.32, 0.72 * Math.exp(0.23 * normal(random)));
  const waves = conduction[Math.floor(random() * conduction.length)] ?? 4;
  return (60 / atrial_bpm) * waves + 0.008 * normal(random);
}

function beatsOf(drawn: DrawnFlutter, seconds: number, random: Random): DrawnBeat[] {
  const beats: DrawnBeat[] = [];
  const isArrhythmic = (at: number): boolean =>
    drawn.kind !== 'tremor' && at >= drawn.sinus_s && at < drawn.sinus_s + drawn.arrhythmia_s;
  for (let at = 0.7; at < seconds - 1;) {
    const breath = Math.sin(2 * Math.PI * 0.23 * at);
    const rr = isArrhythmic(at)
      ? arrhythmicRr(drawn, random)
      : drawn.sinus_rr_s * (1 + drawn.breathing * breath + (drawn.breathing / 5) * normal(random));
    at += rr;
    // The T wave follows the rate of a minute, not the last interval.
    beats.push({ at_s: at, rr_s: 0.8, p_wave: isArrhythmic(at) ? 'none' : 'sinus' });
  }
  return beats;
}

function addWaves(signal: Float32Array, drawn: DrawnFlutter, hz: number, random: Random): void {
  const [from, until] = [drawn.sinus_s * hz, (drawn.sinus_s + drawn.arrhythmia_s) * hz];
  if (drawn.kind === 'fibrillation') {
    const waves = new FibrillationWaves(hz, Float64Array.of(drawn.height_mv / 2), signal.length, random);
    waves.add([signal], from, until);
    return;
  }
  for (let i = from; i < until; i++) {
    const phase = (2 * Math.PI * drawn.atrial_bpm * i) / 60 / hz;
    const saw = Math.sin(phase) + 0.35 * Math.sin(2 * phase + 0.6);
    signal[i] = (signal[i] ?? 0) + (drawn.height_mv / 2.2) * saw;
  }
}

/** Returns the frames at 2.5 µV a step, and the first and last sample of the arrhythmia. */
export function drawAtrialFlutter(
  options: Partial<DrawnFlutter>,
  { hz = 250, seed = 7 } = {},
): { readonly frames: Int16Array; readonly start: number; readonly end: number } {
  const drawn = { ...usualFlutter, ...options };
  const random = seededRandom(seed);
  const seconds = 2 * drawn.sinus_s + drawn.arrhythmia_s;
  const painter = new BeatPainter(hz, beatShapes(['II'], random));
  const signal = new Float32Array(Math.round(seconds * hz));
  for (const beat of beatsOf(drawn, seconds, random))
    painter.paint({ ...beat, beat_class: 'N' }, 1, [signal], 0);
  addWaves(signal, drawn, hz, random);
  const patient = { ...synthPatients.healthy, muscle_uv: drawn.muscle_uv, artefacts_per_hour: 0 };
  const disturbance = new Disturbance(patient, hz, 1, random, () => undefined);
  const size = 4096;
  for (let from = 0; from < signal.length; from += size)
    disturbance.add([signal.subarray(from, from + size)], from, (2 * Math.PI * 0.25 * from) / hz);
  return {
    frames: Int16Array.from(signal, (mv) => Math.round(400 * mv)),
    start: drawn.sinus_s * hz,
    end: (drawn.sinus_s + drawn.arrhythmia_s) * hz,
  };
}

/** Creates synthetic recordings with known beats and runs the engine on them, for tests. */
import { compareBeats, beatFigures, percent } from '../scoring/beat-by-beat.ts';
import { byteN } from '../beats/beat-class.ts';
import { beatLabels } from '../labels/beat-labels.ts';
import { EcgGenerator } from '../synth/ecg-generator.ts';
import { synthPatients } from '../synth/patient.ts';
import type { SynthPatient, SynthPatientKey } from '../synth/patient.ts';
import { seededRandom } from '../synth/random.ts';
import { createAnalysis } from './analysis.ts';
import type { AnalysisResult } from './analysis.ts';

export interface KnownSignal {
  readonly hz: number;
  readonly frames: Int16Array;
  readonly samples: number[];
  readonly classes: number[];
}

export const gainUv = 2.5;

export function knownSignal(
  key: SynthPatientKey,
  seconds: number,
  hz = 250,
  seed = 3,
  artefactsPerHour = 0,
): KnownSignal {
  return signalOf({ ...synthPatients[key], artefacts_per_hour: artefactsPerHour }, seconds, hz, seed);
}

/** Returns a signal with ventricular tachycardia of three to nine beats about every minute. */
export function tachycardiaSignal(seconds: number, seed: number): KnownSignal {
  const alone = {
    v_couplets_per_hour: 0,
    bigeminy_per_hour: 0,
    trigeminy_per_hour: 0,
    artefacts_per_hour: 0,
  };
  const patient = { ...synthPatients.ventricular, ...alone, v_per_hour: 20, v_runs_per_hour: 80 };
  return signalOf(patient, seconds, 250, seed);
}

/** Returns a signal of a healthy heart of about 50 a minute without ectopic beats. */
export function slowSignal(seconds: number, seed: number): KnownSignal {
  const none = { s_per_hour: 0, v_per_hour: 0, artefacts_per_hour: 0, night_drop_bpm: 0 };
  return signalOf({ ...synthPatients.healthy, ...none, heart_rate_bpm: 50 }, seconds, 250, seed);
}

function signalOf(patient: SynthPatient, seconds: number, hz: number, seed: number): KnownSignal {
  const samples: number[] = [];
  const classes: number[] = [];
  const length = seconds * hz;
  const generator = new EcgGenerator({
    patient: { ...patient, lead_off_per_day: 0 },
    labels: ['ECG'],
    sampling_hz: hz,
    samples: length,
    gain_uv_per_lsb: gainUv,
    start_hour: 10,
    random: seededRandom(seed),
    onBeat: (sample, beatClass) => {
      samples.push(sample);
      classes.push(beatLabels[beatClass].byte);
    },
  });
  const frames = new Int16Array(length);
  let at = 0;
  for (let block = generator.next(); block !== null; block = generator.next()) {
    frames.set(block, at);
    at += block.length;
  }
  return { hz, frames, samples, classes };
}

export function analysed(frames: Int16Array, hz: number, chunk = 5000): AnalysisResult {
  const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [gainUv] });
  for (let from = 0; from < frames.length; from += chunk) analysis.push(frames.subarray(from, from + chunk));
  return analysis.finish();
}

/** Returns sensitivity and predictivity in percent; the first `skipS` seconds are left out. */
export function detection(
  known: KnownSignal,
  result: AnalysisResult,
  skipS = 5,
): { found: number; right: number } {
  const figures = beatFigures(
    compareBeats({ reference: known, test: result.beats, sampling_hz: known.hz, skip_s: skipS }),
  );
  return { found: percent(figures.qrs_sensitivity), right: percent(figures.qrs_predictivity) };
}

export const normalShare = (result: AnalysisResult): number =>
  result.beats.classes.filter((byte) => byte === byteN).length / Math.max(1, result.beats.classes.length);

/**
 * Provides recordings whose beats are known: a real record of the MIT-BIH Arrhythmia Database (Moody and Mark 2001) if
 * its folder is beside the repository, otherwise a synthetic one of the same length and rate.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parsed } from '@rhythmdesk/ecg/formats/parsed';
import type { TraceLead } from '@rhythmdesk/ecg/formats/trace-data';
import { recordingToFrames } from '@rhythmdesk/ecg/formats/trace-frames';
import { parseWfdbAnnotations } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { parseWfdbHeader } from '@rhythmdesk/ecg/formats/wfdb-header';
import { readWfdbSignals, wfdbLeads } from '@rhythmdesk/ecg/formats/wfdb-signal';
import { EcgGenerator } from '@rhythmdesk/ecg/synth/ecg-generator';
import { synthPatients, type SynthPatient } from '@rhythmdesk/ecg/synth/patient';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { beatClassFromWfdb, type BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';

type KnownBeat = { readonly sample: number; readonly beat_class: BeatClass };

export type KnownRecording = {
  /** `mitdb/<record>` or `drawn`. */
  readonly source: string;
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
  readonly leads: readonly TraceLead[];
  /** Interleaved, one frame of all leads per sampling instant. */
  readonly frames: Int16Array;
  readonly beats: readonly KnownBeat[];
};

const records = join(import.meta.dirname, '../../shared/data/mitdb');

function valueOf<Value>(read: Parsed<Value>): Value {
  if (read.ok) return read.value;
  throw new Error(read.code);
}

function mitdbRecording(record: string): KnownRecording {
  const bytesOf = (ending: string) => new Uint8Array(readFileSync(join(records, `${record}.${ending}`)));
  const header = valueOf(parseWfdbHeader(bytesOf('hea')));
  const signals = valueOf(readWfdbSignals(header, new Map([[`${record}.dat`, bytesOf('dat')]])));
  const made = valueOf(recordingToFrames({ leads: wfdbLeads(header, signals) }));
  const { annotations } = valueOf(parseWfdbAnnotations(bytesOf('atr')));
  const beats = annotations.flatMap(({ sample, code }) => {
    const beat_class = beatClassFromWfdb(code);
    return beat_class === undefined ? [] : [{ sample, beat_class }];
  });
  return { source: `mitdb/${record}`, ...made, beats };
}

/** Height in steps, distance from the R peak and width in seconds: P, Q, R, S, T. */
const waves = [
  [24, -0.17, 0.025],
  [-20, -0.03, 0.01],
  [220, 0, 0.012],
  [-45, 0.035, 0.011],
  [55, 0.28, 0.045],
] as const;

/** Generates a synthetic recording from the product's own generator. */
function generatedRecording(patient: SynthPatient, seconds: number, seed: number): KnownRecording {
  const sampling_hz = 250;
  const samples = seconds * sampling_hz;
  const beats: KnownBeat[] = [];
  const leads = [{ label: 'II', gain_uv_per_lsb: 2.5, zero_lsb: 0 }];
  const generator = new EcgGenerator({
    patient,
    labels: ['II'],
    sampling_hz,
    samples,
    gain_uv_per_lsb: 2.5,
    start_hour: 10,
    random: seededRandom(seed),
    onBeat: (sample, beat_class) => void beats.push({ sample, beat_class }),
  });
  const frames = new Int16Array(samples);
  let at = 0;
  for (let block = generator.next(); block !== null; block = generator.next()) {
    frames.set(block, at);
    at += block.length;
  }
  return { source: 'drawn', sampling_hz, samples, leads, frames, beats };
}

const still = { artefacts_per_hour: 0, lead_off_per_day: 0 };

/** Makes ten minutes of a synthetic recording with runs of ventricular tachycardia of up to nine beats. */
export function tachycardiaRecording(): KnownRecording {
  const alone = { v_couplets_per_hour: 0, bigeminy_per_hour: 0, trigeminy_per_hour: 0 };
  const runs = { v_per_hour: 20, v_runs_per_hour: 80 };
  return generatedRecording({ ...synthPatients.ventricular, ...alone, ...still, ...runs }, 600, 3);
}

/**
 * Makes twenty minutes with single beats, couplets and runs, ventricular and supraventricular, pauses and atrial
 * fibrillation.
 */
export function mixedRecording(): KnownRecording {
  const beats = {
    s_per_hour: 60,
    s_runs_per_hour: 12,
    v_per_hour: 60,
    v_couplets_per_hour: 12,
    v_runs_per_hour: 9,
  };
  const rhythms = { pauses_per_hour: 12, af_per_day: 140, af_minutes: 2 };
  return generatedRecording({ ...synthPatients.healthy, ...still, ...beats, ...rhythms }, 1200, 7);
}

/** Makes a regular rhythm with a slow variation, so that no two neighbouring intervals are equal. */
export function drawnRecording(seconds: number, sampling_hz = 360): KnownRecording {
  const samples = seconds * sampling_hz;
  const frames = new Int16Array(samples);
  const beats: KnownBeat[] = [];
  for (
    let sample = 200;
    sample < samples - 200;
    sample += 300 + Math.round(18 * Math.sin(beats.length / 3))
  ) {
    beats.push({ sample, beat_class: 'N' });
    for (let at = sample - 120; at < sample + 170; at += 1) {
      const s = (at - sample) / sampling_hz;
      const height = waves.reduce(
        (sum, [h, mid, wide]) => sum + h * Math.exp(-(((s - mid) / wide) ** 2) / 2),
        0,
      );
      frames[at] = (frames[at] ?? 0) + Math.round(height);
    }
  }
  const leads = [{ label: 'II', gain_uv_per_lsb: 5, zero_lsb: 0 }];
  return { source: 'drawn', sampling_hz, samples, leads, frames, beats };
}

/** Returns a record of half an hour, a real one if possible. */
export function knownRecording(record: string): KnownRecording {
  return existsSync(join(records, `${record}.atr`)) ? mitdbRecording(record) : drawnRecording(1800);
}

/** Returns the stored value of a lead at a sample. */
export function stepAt({ frames, leads }: KnownRecording, lead: number, sample: number): number {
  return frames[sample * leads.length + lead] ?? Number.NaN;
}

/**
 * Provides recordings in other formats, as a user drops them: a synthetic one, and a real one if its folder is beside
 * the repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEdf } from '@rhythmdesk/ecg/formats/edf-writer';
import { packWfdbSignals } from '@rhythmdesk/ecg/formats/wfdb-signal';
import type { KnownRecording } from './known-recordings.ts';
import type { ChosenFile } from './recording-zip.ts';

const edfType = 'application/octet-stream';
const realEdf = join(import.meta.dirname, '../../shared/data/formats/edf/mitdb203.edf');

function stepsOf({ frames, leads }: KnownRecording, lead: number): Int32Array {
  return Int32Array.from(
    { length: frames.length / leads.length },
    (_none, at) => frames[at * leads.length + lead] ?? 0,
  );
}

/**
 * Makes an EDF+ file with the ECG, a respiration channel that the product ignores, and an annotation. `start_ms` is
 * local time.
 */
export function edfOf(recording: KnownRecording, name: string, start_ms: number): ChosenFile {
  const leads = recording.leads.map((lead, at) => ({
    ...lead,
    label: `ECG ${lead.label}`,
    sampling_hz: recording.sampling_hz,
    samples: stepsOf(recording, at),
  }));
  const breathing = {
    ...leads[0],
    label: 'Resp nasal',
    gain_uv_per_lsb: 1,
    zero_lsb: 0,
    sampling_hz: recording.sampling_hz,
  };
  const samples = Int32Array.from({ length: recording.samples }, (_none, at) =>
    Math.round(900 * Math.sin(at / 500)),
  );
  const notes = [{ at_ms: 4_000, duration_ms: 0, text: 'Chest pain' }];
  const bytes = encodeEdf('edf+', start_ms, [...leads, { ...breathing, samples }], notes);
  return { name, mimeType: edfType, buffer: Buffer.from(bytes) };
}

/** Makes a WFDB record: the header and the signal file. */
export function wfdbOf(recording: KnownRecording, name: string): [header: ChosenFile, signal: ChosenFile] {
  const { bytes } = packWfdbSignals(
    16,
    recording.leads.map((_lead, at) => stepsOf(recording, at)),
  );
  const lines = recording.leads.map(
    ({ label, gain_uv_per_lsb }) => `${name}.dat 16 ${String(1000 / gain_uv_per_lsb)} 16 0 0 0 0 ${label}`,
  );
  const first = `${name} ${String(recording.leads.length)} ${String(recording.sampling_hz)} ${String(recording.samples)}`;
  const text = `${[first, ...lines].join('\n')}\n`;
  return [
    { name: `${name}.hea`, mimeType: 'text/plain', buffer: Buffer.from(text) },
    { name: `${name}.dat`, mimeType: edfType, buffer: Buffer.from(bytes) },
  ];
}

/** Reads record 203 of the MIT-BIH Arrhythmia Database as EDF; returns null if the folder does not exist. */
export function realEdfFile(): ChosenFile | null {
  if (!existsSync(realEdf)) return null;
  return { name: 'mitdb203.edf', mimeType: edfType, buffer: readFileSync(realEdf) };
}

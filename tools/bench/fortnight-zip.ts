/**
 * A zip with 14 days of one lead at 250 samples a second: an hour from the generator, repeated under a noise that never
 * repeats, so that it packs as badly as a true recording. Made once below `.cache/`.
 */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { DeviceSummary } from '@rhythmdesk/ecg/synth/device-summary';
import { EcgGenerator } from '@rhythmdesk/ecg/synth/ecg-generator';
import { synthPatients } from '@rhythmdesk/ecg/synth/patient';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { recordingFiles } from '@rhythmdesk/server/features/uploads/recording-zip';
import { Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { repositoryRoot } from '../processes/repository.ts';

export const fortnightHnId = 'HN26K99015';
const sampling_hz = 250;
const hourSamples = 3600 * sampling_hz;
const samples = 14 * 24 * hourSamples;

function oneHour(): Int16Array {
  const generator = new EcgGenerator({
    patient: synthPatients.healthy,
    labels: ['I'],
    sampling_hz,
    samples: hourSamples,
    gain_uv_per_lsb: 5,
    start_hour: 9,
    random: seededRandom(3),
    onBeat: () => undefined,
    onEpisode: () => undefined,
  });
  const hour = new Int16Array(hourSamples);
  let at = 0;
  for (let part = generator.next(); part !== null; part = generator.next()) {
    hour.set(part, at);
    at += part.length;
  }
  return hour;
}

function frames(): Int16Array {
  const hour = oneHour();
  const all = new Int16Array(samples);
  let state = 12_345;
  for (let at = 0; at < samples; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    all[at] = (hour[at % hourSamples] ?? 0) + (state >>> 29);
  }
  return all;
}

async function writeZip(path: string): Promise<void> {
  const start_ms = Date.UTC(2026, 9, 1);
  const files = await recordingFiles({
    hn_id: fortnightHnId,
    start_ms,
    sampling_hz,
    leads: [{ label: 'I', gain_uv_per_lsb: 5, zero_lsb: 0 }],
    frames: frames(),
    hours: new DeviceSummary({ start_ms, sampling_hz, samples }).rows(),
    report: ['14 days'],
  });
  const zip = new ZipWriter(Writable.toWeb(createWriteStream(path)), { level: 1, useWebWorkers: false });
  for (const { name, bytes } of files) await zip.add(name, new Uint8ArrayReader(bytes));
  await zip.close();
}

export async function fortnightZip(): Promise<string> {
  const folder = join(repositoryRoot, '.cache');
  const path = join(folder, 'fortnight.zip');
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  await writeZip(`${path}.part`);
  await rename(`${path}.part`, path);
  return path;
}

/**
 * Makes recordings of several days in one lead at 250 samples a second, as a zip and as EDF+: an hour from the
 * generator, repeated under noise that never repeats, so that it compresses as badly as a real recording. Each is made
 * once in `.cache/`.
 */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { edfFromFrames } from '@rhythmdesk/ecg/formats/edf-frames';
import { anonymous } from '@rhythmdesk/ecg/formats/edf-identity';
import { markNotes } from '@rhythmdesk/ecg/formats/marked-recording';
import { DeviceSummary } from '@rhythmdesk/ecg/synth/device-summary';
import { EcgGenerator } from '@rhythmdesk/ecg/synth/ecg-generator';
import { synthPatients } from '@rhythmdesk/ecg/synth/patient';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { recordingFiles } from '@rhythmdesk/server/features/uploads/recording-zip';
import { Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { repositoryRoot } from '../processes/repository.ts';

export type LongRecording = { readonly hn_id: string; readonly days: number };
export const fortnight: LongRecording = { hn_id: 'HN26K99015', days: 14 };

const sampling_hz = 250;
const hourSamples = 3600 * sampling_hz;
const leads = [{ label: 'I', gain_uv_per_lsb: 5, zero_lsb: 0 }];
const start_ms = Date.UTC(2026, 9, 1);

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

function framesOf({ days }: LongRecording): Int16Array {
  const hour = oneHour();
  const all = new Int16Array(days * 24 * hourSamples);
  let state = 12_345;
  for (let at = 0; at < all.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    all[at] = (hour[at % hourSamples] ?? 0) + (state >>> 29);
  }
  return all;
}

async function writeZip(recording: LongRecording, path: string): Promise<void> {
  const frames = framesOf(recording);
  const files = await recordingFiles({
    hn_id: recording.hn_id,
    start_ms,
    sampling_hz,
    leads,
    frames,
    hours: new DeviceSummary({ start_ms, sampling_hz, samples: frames.length }).rows(),
    report: [`${String(recording.days)} days`],
  });
  const zip = new ZipWriter(Writable.toWeb(createWriteStream(path)), { level: 1, useWebWorkers: false });
  for (const { name, bytes } of files) await zip.add(name, new Uint8ArrayReader(bytes));
  await zip.close();
}

async function writeEdf(recording: LongRecording, path: string): Promise<void> {
  const frames = framesOf(recording);
  const samples = frames.length;
  const marks = markNotes({ beats: null, episodes: [], events: [], gaps: [] }, sampling_hz, ['I']);
  const edf = edfFromFrames({
    ...{ start_ms, sampling_hz, samples, leads, marks },
    ...{ gaps: [], discontinuous: false, identity: anonymous },
  });
  const step = 3600 * edf.record_samples;
  function* bytes() {
    yield edf.header;
    for (let from = 0; from < samples; from += step) yield edf.encode(frames.subarray(from, from + step));
  }
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path));
}

const writers = { zip: writeZip, edf: writeEdf } as const;

export async function longRecording(recording: LongRecording, kind: keyof typeof writers): Promise<string> {
  const folder = join(repositoryRoot, '.cache');
  const path = join(folder, `${recording.hn_id}-${String(recording.days)}d.${kind}`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  await writers[kind](recording, `${path}.part`);
  await rename(`${path}.part`, path);
  return path;
}

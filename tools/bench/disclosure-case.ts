/** Makes a recording of 14 days for the benchmark of full disclosures: signal and beats in a separate store. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../packages/domain/src/kit/languages.ts';
import { encodeBeats } from '../../packages/ecg/src/beats/beat-file.ts';
import { encodeTraceHeader } from '../../packages/ecg/src/formats/trace-data.ts';
import { createAnalysis } from '../../packages/ecg/src/rhythm/analysis.ts';
import { EcgGenerator } from '../../packages/ecg/src/synth/ecg-generator.ts';
import { synthPatients } from '../../packages/ecg/src/synth/patient.ts';
import { seededRandom } from '../../packages/ecg/src/synth/random.ts';
import {
  layoutOf,
  type LineMinutes,
} from '../../packages/server/src/features/reports/disclosure/disclosure-layout.ts';
import type { DisclosureOrder } from '../../packages/server/src/features/reports/disclosure/disclosure-message.ts';
import { openDiskStore } from '../../packages/server/src/platform/files/disk-store.ts';
import type { FileStore } from '../../packages/server/src/platform/files/file-store.ts';
import { storePacked } from '../ecg/store-packed.ts';

const hz = 250;
const leads = [{ label: 'I', gain_uv_per_lsb: 2.5, zero_lsb: 0, signal_share: 1 }];
const start_ms = Date.UTC(2026, 10, 5, 5, 12, 31);

/** Returns one analysed day of the generator. */
function oneDay() {
  const samples = 86_400 * hz;
  const generator = new EcgGenerator({
    patient: { ...synthPatients.paroxysmal_af, v_per_hour: 40, v_runs_per_hour: 1, pauses_per_hour: 1 },
    labels: ['I'],
    sampling_hz: hz,
    samples,
    gain_uv_per_lsb: 2.5,
    start_hour: 14,
    random: seededRandom(7),
    onBeat: () => undefined,
  });
  const frames = new Int16Array(samples);
  const analysis = createAnalysis({ sampling_hz: hz, gains_uv: [2.5] });
  let at = 0;
  for (let block = generator.next(); block !== null; block = generator.next()) {
    frames.set(block, at);
    at += block.length;
    analysis.push(block);
  }
  return { frames, ...analysis.finish() };
}
type Day = ReturnType<typeof oneDay>;

const repeated = (column: Uint8Array, days: number): Uint8Array => {
  const all = new Uint8Array(column.length * days);
  for (let day = 0; day < days; day++) all.set(column, day * column.length);
  return all;
};

/** Repeats the beats of a day. */
function longBeats({ beats, quality, frames }: Day, days: number) {
  const count = beats.samples.length;
  const samples = new Uint32Array(count * days);
  for (let day = 0; day < days; day++)
    beats.samples.forEach((sample, i) => (samples[day * count + i] = sample + day * frames.length));
  const of = (column: Uint8Array): Uint8Array => repeated(column, days);
  return {
    beats: {
      ...beats,
      length: frames.length * days,
      samples,
      classes: of(beats.classes),
      templates: of(beats.templates),
      confidence: of(beats.confidence),
      leads: of(beats.leads),
      onsets: of(beats.onsets),
      offsets: of(beats.offsets),
      af: of(beats.af),
    },
    quality: { seconds: quality.seconds * days, leads: quality.leads.map(of), used: of(quality.used) },
  };
}

async function storeTrace(files: FileStore, { frames }: Day, days: number) {
  const header = encodeTraceHeader({
    hn_id: 'HN26K05102',
    start_ms,
    sampling_hz: hz,
    samples: frames.length * days,
    leads,
  });
  const samples = frames.length * days;
  const parts = Array.from({ length: days }, () => frames);
  return { ...(await storePacked(files, { leads: 1, samples }, header, parts)), samples };
}

async function storeBeats(files: FileStore, day: Day, days: number): Promise<string> {
  const writer = await files.create();
  await writer.write(encodeBeats(longBeats(day, days)));
  return (await writer.commit()).sha256;
}

/** Returns the order of a full disclosure by its minutes per line. */
export async function disclosureCase(days: number) {
  const files_folder = await mkdtemp(join(tmpdir(), 'disclosure-'));
  const files = await openDiskStore(files_folder);
  const day = oneDay();
  const place = await storeTrace(files, day, days);
  const beats_sha256 = await storeBeats(files, day, days);
  await files.close();
  const { criteria, engine_version } = day.summary;
  const orderOf = (minutes: LineMinutes): DisclosureOrder => {
    const layout = layoutOf(minutes, start_ms, start_ms + days * 86_400_000);
    return {
      ...{ files_folder, layout, offset_ms: start_ms - layout.first_ms, lead: 0 },
      frames: { ...place, sampling_hz: hz, leads },
      reading: { base: { beats_sha256, earlier: [] }, log: [] },
      figures: { criteria, engine_version },
    };
  };
  const headOf = (language: Language, { layout }: DisclosureOrder) => ({
    ...{ language, layout, start_ms, lead: 'I', synthetic: true, made_at: new Date(start_ms) },
    record: {
      row: {
        hn_id: 'HN26K05102',
        patient_id: '0048213',
        patient_first_name: '洋子',
        patient_last_name: '田中',
        birth_date: '1954-03-12',
        gender: 'female',
      },
      hospital: { name: 'みなと総合病院', time_zone: 'Asia/Tokyo' },
      center: { name: 'Kanto ECG Reading Center' },
    },
  });
  return { files_folder, orderOf, headOf };
}

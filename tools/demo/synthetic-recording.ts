/**
 * Writes a synthetic recording into the file store as the upload job would: its packed samples, the pyramid's levels,
 * and the columns of the row. Every such row is marked `synthetic`. A recording whose retention period is over has rows and
 * a sparkline, but no signal.
 */
import { createHash } from 'node:crypto';
import { encodeSummaryCsv, type SummaryRow } from '@rhythmdesk/ecg/formats/summary-csv';
import { encodeTraceHeader, traceFileBytes, type TraceLead } from '@rhythmdesk/ecg/formats/trace-data';
import { TracePacker, type PackedPlaces } from '@rhythmdesk/ecg/packing/packed-trace';
import { PyramidBuilder, type PyramidFacts } from '@rhythmdesk/ecg/pyramid/builder';
import { topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { rateSparkline } from '@rhythmdesk/ecg/pyramid/rate-sparkline';
import { DeviceSummary } from '@rhythmdesk/ecg/synth/device-summary';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { EcgGenerator, type SynthOptions } from '@rhythmdesk/ecg/synth/ecg-generator';
import { between, seededRandom, type Random } from '@rhythmdesk/ecg/synth/random';
import type { recordings } from '@rhythmdesk/server/platform/db/schema/recordings';
import type { FileStore, StoredFile } from '@rhythmdesk/server/platform/files/file-store';
import { dayMs, hourMs } from '@rhythmdesk/domain/kit/calendar';
import { hourIn, zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { gathering } from './gathering-writer.ts';
import { demoHearts, type DemoHeart } from './demo-hearts.ts';

export type RecordingPlan = {
  readonly hn_id: string;
  readonly seed: number;
  readonly patient: DemoHeart;
  readonly labels: readonly string[];
  readonly sampling_hz: number;
  readonly start: Date;
  readonly seconds: number;
  readonly time_zone: string;
};

/** The name of the packed file; the bytes and checksum of TraceData.dat. */
type StoredTrace = {
  readonly sha256: string;
  readonly bytes: number;
  readonly content_sha256: string;
  readonly packed: PackedPlaces;
};

type RecordingColumns = Omit<typeof recordings.$inferInsert, 'case_id'>;
export type WrittenRecording = {
  readonly columns: RecordingColumns;
  readonly trace: Pick<StoredTrace, 'sha256' | 'bytes'> & { readonly content_sha256: string | null };
  readonly summary: StoredFile;
  readonly hours: readonly SummaryRow[];
};

const gainUv = 5;
const traceLeads = (labels: readonly string[]): TraceLead[] =>
  labels.map((label) => ({ label, gain_uv_per_lsb: gainUv, zero_lsb: 0 }));

function storedHours(rows: readonly SummaryRow[]) {
  const known = (value: number): number | null => (value > 0 ? value : null);
  return rows.map(({ hour_start_ms, ...row }) => ({
    ...row,
    hour_start: new Date(hour_start_ms).toISOString(),
    hr_min: known(row.hr_min),
    hr_mean: known(row.hr_mean),
    hr_max: known(row.hr_max),
    longest_rr_ms: known(row.longest_rr_ms),
  }));
}

async function storeBytes(files: FileStore, bytes: Uint8Array): Promise<StoredFile> {
  const writer = await files.create();
  await writer.write(bytes);
  return writer.commit();
}

/** Returns two presses of the patient's button and a diary entry, at times that the seed determines. */
function patientEvents({ start, seconds, seed }: RecordingPlan) {
  const random = seededRandom(seed + 1);
  const at = (): string =>
    new Date(start.getTime() + Math.floor(between(random, 0.05, 0.95) * seconds) * 1000).toISOString();
  const events = [
    { time: at(), kind: 'button' as const, note: '' },
    { time: at(), kind: 'button' as const, note: '' },
    { time: at(), kind: 'diary' as const, note: 'palpitations on the stairs' },
  ];
  return events.sort((a, b) => a.time.localeCompare(b.time));
}

/** Returns the rows of gaps: for every lead if leads differ, `−1` if all leads lose the signal together. */
function storedGaps({ gaps }: PyramidFacts): [number, number, number][] {
  const rows = gaps.map((lead) => JSON.stringify(lead.gaps));
  const same = new Set(rows).size === 1;
  return gaps.flatMap((lead, index) =>
    same && index > 0
      ? []
      : lead.gaps.map(({ start, end }): [number, number, number] => [same ? -1 : index, start, end]),
  );
}

type Drawn = {
  readonly trace: StoredTrace;
  readonly levels: StoredFile[];
  readonly facts: PyramidFacts;
  readonly hours: SummaryRow[];
};

/** Returns the generator; it makes the same recording every time. */
function generatorOf(
  { patient, labels, sampling_hz, seconds, start, time_zone, seed }: RecordingPlan,
  handlers: Pick<SynthOptions, 'onBeat' | 'onEpisode'>,
): EcgGenerator {
  return new EcgGenerator({
    patient: demoHearts[patient],
    labels,
    sampling_hz,
    samples: Math.round(seconds * sampling_hz),
    gain_uv_per_lsb: gainUv,
    start_hour: hourIn(time_zone, start.getTime()),
    random: seededRandom(seed),
    ...handlers,
  });
}

export type DrawnTruth = {
  readonly beats: readonly { readonly sample: number; readonly beat_class: BeatClass }[];
  readonly episodes: readonly {
    readonly kind: RhythmKey;
    readonly start_sample: number;
    readonly end_sample: number;
  }[];
};

/** Returns every generated beat and episode in order of time. */
export function drawnTruth(plan: RecordingPlan): DrawnTruth {
  const beats: DrawnTruth['beats'][number][] = [];
  const episodes: DrawnTruth['episodes'][number][] = [];
  const generator = generatorOf(plan, {
    onBeat: (sample, beat_class) => void beats.push({ sample, beat_class }),
    onEpisode: (kind, start_sample, end_sample) => void episodes.push({ kind, start_sample, end_sample }),
  });
  for (let frames = generator.next(); frames !== null;) frames = generator.next();
  return { beats, episodes };
}

async function drawSignal(files: FileStore, plan: RecordingPlan): Promise<Drawn> {
  const { labels, sampling_hz, start, seconds, hn_id } = plan;
  const samples = Math.round(seconds * sampling_hz);
  const clock = { start_ms: start.getTime(), sampling_hz, samples };
  const summary = new DeviceSummary(clock);
  const header = encodeTraceHeader({ ...clock, leads: traceLeads(labels), hn_id });
  const open = async () => gathering(await files.create());
  const trace = await open();
  const levels = await Promise.all(Array.from({ length: topLevel(samples) }, open));
  const content = createHash('sha256').update(header);
  const waiting: [number, Uint8Array][] = [];
  const shape = { leads: labels.length, samples };
  const packer = new TracePacker(shape, header, (bytes) => waiting.push([0, bytes]));
  const builder = new PyramidBuilder({
    leadCount: labels.length,
    samples,
    samplingHz: sampling_hz,
    sink: (level, bytes) => waiting.push([level, bytes]),
  });
  const generator = generatorOf(plan, {
    onBeat: (sample, beatClass) => summary.beat(sample, beatClass),
    onEpisode: (key, from, to) => summary.episode(key, from, to),
  });
  const writeWaiting = async (): Promise<void> => {
    for (const [file, bytes] of waiting.splice(0)) await [trace, ...levels][file]?.write(bytes);
  };
  for (let frames = generator.next(); frames !== null; frames = generator.next()) {
    content.update(frames);
    packer.push(frames);
    builder.push(frames);
    await writeWaiting();
  }
  const facts = builder.finish();
  const packed = packer.finish();
  await writeWaiting();
  const stored = await Promise.all(levels.map((level) => level.commit()));
  const { sha256 } = await trace.commit();
  const bytes = traceFileBytes(labels.length, samples);
  return {
    trace: { sha256, bytes, content_sha256: content.digest('hex'), packed },
    levels: stored,
    facts,
    hours: summary.rows(),
  };
}

export async function writeSignal(files: FileStore, plan: RecordingPlan): Promise<WrittenRecording> {
  const { labels, sampling_hz, start, seconds } = plan;
  const { trace, levels, facts, hours } = await drawSignal(files, plan);
  const samples = Math.round(seconds * sampling_hz);
  return {
    trace,
    hours,
    summary: await storeBytes(files, encodeSummaryCsv(hours)),
    columns: {
      start_ms: start.getTime(),
      sampling_hz,
      samples,
      leads: traceLeads(labels).map((lead, index) => ({
        ...lead,
        signal_share: facts.signal_share[index] ?? 0,
      })),
      pyramid: {
        packed: trace.packed,
        top_level: topLevel(samples),
        level_sha256: levels.map(({ sha256 }) => sha256),
      },
      trace_sha256: trace.sha256,
      gaps: storedGaps(facts),
      events: patientEvents(plan),
      hours: storedHours(hours),
      sparkline: Buffer.from(rateSparkline(hours, start.getTime(), seconds)),
      analysable_share: Math.min(...facts.signal_share),
      view_mismatches: 0,
      synthetic: true,
    },
  };
}

/**
 * Returns an hour of counts as a device would report it, for a recording without a signal: rates follow the time of
 * day, counts the patient.
 */
function inventedHour(
  { patient: heart }: RecordingPlan,
  { hour_start_ms, duration_s, hour }: { hour_start_ms: number; duration_s: number; hour: number },
  random: Random,
): SummaryRow {
  const patient = demoHearts[heart];
  const mean =
    patient.heart_rate_bpm +
    (patient.night_drop_bpm / 2) * Math.cos(((hour - 15.5) / 24) * 2 * Math.PI) +
    between(random, -4, 4);
  const share = duration_s / 3600;
  const some = (perHour: number): number => Math.round(perHour * share * between(random, 0.4, 1.7));
  const fibrillates = patient.af_per_day > 0 && random() < (patient.af_per_day * patient.af_minutes) / 1440;
  const spread = fibrillates ? 45 : 22;
  return {
    hour_start_ms,
    duration_s,
    analysed_s: Math.round(duration_s * between(random, 0.93, 1)),
    beats: Math.round((mean * duration_s) / 60),
    hr_min: Math.max(34, Math.round(mean - between(random, 8, spread / 1.4))),
    hr_mean: Math.round(mean + (fibrillates ? 14 : 0)),
    hr_max: Math.round(mean + between(random, 18, 2 * spread)),
    sve: some(patient.s_per_hour),
    ve: some(patient.v_per_hour),
    pauses: some(patient.pauses_per_hour),
    longest_rr_ms: Math.round(
      60_000 / mean + between(random, 200, 900) + 1000 * Math.min(2, patient.pauses_per_hour),
    ),
    af_s: fibrillates ? Math.round(duration_s * between(random, 0.3, 1)) : 0,
    noise_s: Math.round(duration_s * between(random, 0, 0.05)),
  };
}

/** Writes the summary of a recording whose signal was deleted. */
export async function writeSummaryOnly(
  files: FileStore,
  plan: RecordingPlan,
  purged_at: Date,
): Promise<WrittenRecording> {
  const { labels, sampling_hz, start, seconds, seed, time_zone } = plan;
  const random = seededRandom(seed);
  const hours: SummaryRow[] = [];
  const clock = zoneClock(time_zone);
  const endMs = start.getTime() + seconds * 1000;
  for (let atMs = start.getTime(); atMs < endMs;) {
    const nextMs = Math.min(endMs, (Math.floor(atMs / hourMs) + 1) * hourMs);
    const hour = (clock.shown(atMs) % dayMs) / hourMs;
    hours.push(inventedHour(plan, { hour_start_ms: atMs, duration_s: (nextMs - atMs) / 1000, hour }, random));
    atMs = nextMs;
  }
  const summary = await storeBytes(files, encodeSummaryCsv(hours));
  const samples = Math.round(seconds * sampling_hz);
  const trace = { sha256: summary.sha256, bytes: 2 * samples * labels.length, content_sha256: null };
  return {
    trace,
    summary,
    hours,
    columns: {
      start_ms: start.getTime(),
      sampling_hz,
      samples,
      leads: traceLeads(labels).map((lead) => ({ ...lead, signal_share: between(random, 0.94, 1) })),
      pyramid: { header_bytes: 128 + 32 * labels.length, top_level: topLevel(samples), level_sha256: [] },
      trace_sha256: summary.sha256,
      gaps: [],
      events: patientEvents(plan),
      hours: storedHours(hours),
      sparkline: Buffer.from(rateSparkline(hours, start.getTime(), seconds)),
      analysable_share: between(random, 0.93, 1),
      view_mismatches: 0,
      synthetic: true,
      purged_at,
    },
  };
}

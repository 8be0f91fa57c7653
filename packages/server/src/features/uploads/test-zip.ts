/**
 * Provides recordings and zips for tests: valid ones from the generator or from arrays, and malicious ones byte by
 * byte.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import { uncountedHours } from '@rhythmdesk/ecg/formats/summary-csv';
import { DeviceSummary } from '@rhythmdesk/ecg/synth/device-summary';
import { EcgGenerator } from '@rhythmdesk/ecg/synth/ecg-generator';
import { synthPatients, type SynthPatientKey } from '@rhythmdesk/ecg/synth/patient';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { packZip, recordingFiles, type NamedBytes, type WholeRecording } from './recording-zip.ts';

const testStartMs = Date.UTC(2026, 10, 5, 8, 0, 0);

export type SynthWish = {
  readonly hn_id: string;
  readonly seconds?: number;
  readonly labels?: readonly string[];
  readonly sampling_hz?: number;
  readonly patient?: SynthPatientKey;
  readonly seed?: number;
};

/** Returns a generated recording with its true summary. */
export function synthRecording(wish: SynthWish): WholeRecording {
  const { hn_id, seconds = 60, labels = ['I'], sampling_hz = 250, patient, seed = 7 } = wish;
  const samples = Math.round(seconds * sampling_hz);
  const clock = { start_ms: testStartMs, sampling_hz, samples };
  const summary = new DeviceSummary(clock);
  const [firstPatient] = Object.values(synthPatients);
  const drawn = patient === undefined ? firstPatient : synthPatients[patient];
  if (drawn === undefined) throw new Error('no synthetic patient');
  const generator = new EcgGenerator({
    patient: drawn,
    labels,
    sampling_hz,
    samples,
    gain_uv_per_lsb: 5,
    start_hour: 9,
    random: seededRandom(seed),
    onBeat: (sample, beatClass) => summary.beat(sample, beatClass),
    onEpisode: (key, from, to) => summary.episode(key, from, to),
  });
  const frames = new Int16Array(samples * labels.length);
  let at = 0;
  for (let next = generator.next(); next !== null; next = generator.next()) {
    frames.set(next, at);
    at += next.length;
  }
  return {
    ...clock,
    hn_id,
    leads: labels.map((label) => ({ label, gain_uv_per_lsb: 5, zero_lsb: 0 })),
    frames,
    hours: summary.rows(),
    report: ['synthetic'],
  };
}

/** Returns a recording of the given frames; the summary counts nothing. */
export function arrayRecording(hn_id: string, frames: Int16Array, leadCount = 1, hz = 250): WholeRecording {
  const samples = frames.length / leadCount;
  const leads = Array.from({ length: leadCount }, (_none, lead) => ({
    label: `L${String(lead + 1)}`,
    gain_uv_per_lsb: 5,
    zero_lsb: 0,
  }));
  return {
    hn_id,
    start_ms: testStartMs,
    sampling_hz: hz,
    leads,
    frames,
    hours: uncountedHours(testStartMs, (1000 * samples) / hz),
    report: ['test'],
  };
}

/** Returns the zip of a recording with some files replaced, left out (`null`) or added. */
export async function zipWith(
  recording: WholeRecording,
  changes: Readonly<Record<string, Uint8Array | null>> = {},
): Promise<Buffer> {
  const kept = (await recordingFiles(recording)).filter(({ name }) => !(name in changes));
  const changed = Object.entries(changes).flatMap(([name, bytes]) =>
    bytes === null ? [] : [{ name, bytes }],
  );
  return packZip([...kept, ...changed]);
}

/** An entry of a handmade zip; given values replace the true ones. */
export type RawEntry = NamedBytes & {
  readonly local_name?: string | Buffer;
  readonly raw_name?: Buffer;
  readonly flags?: number;
  readonly method?: 0 | 8 | 9 | 14;
  readonly crc?: number;
  readonly stated_bytes?: number;
  readonly stated_packed_bytes?: number;
  /** Unix file type and mode. */
  readonly mode?: number;
  /** Offset of another entry's local header, to overlap it. */
  readonly same_place_as?: number;
};

type Placed = RawEntry & { readonly offset: number; readonly packed: Buffer };

function fields(entry: RawEntry, packed: Buffer): Buffer {
  const { bytes, method = 8, flags = 0x0800 } = entry;
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(flags, 2);
  head.writeUInt16LE(method, 4);
  head.writeUInt32LE(0x58210000, 6);
  head.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
  head.writeUInt32LE(entry.stated_packed_bytes ?? packed.length, 14);
  head.writeUInt32LE(entry.stated_bytes ?? bytes.length, 18);
  return head;
}

function localHeader(entry: RawEntry, packed: Buffer): Buffer {
  const name = Buffer.from(entry.local_name ?? entry.raw_name ?? entry.name);
  const head = fields(entry, packed);
  head.writeUInt16LE(name.length, 22);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, name]);
}

function directoryRow({ offset, packed, ...entry }: Placed): Buffer {
  const name = entry.raw_name ?? Buffer.from(entry.name);
  const head = fields(entry, packed);
  head.writeUInt16LE(name.length, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  const madeBy = Buffer.from([20, 3]);
  return Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, head, tail, name]);
}

/** Writes a zip exactly as described, valid or not. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const rows: Placed[] = [];
  let at = 0;
  for (const entry of entries) {
    const packed = (entry.method ?? 8) === 0 ? Buffer.from(entry.bytes) : deflateRawSync(entry.bytes);
    const shared = entry.same_place_as === undefined ? undefined : rows[entry.same_place_as];
    rows.push({ ...entry, packed, offset: shared?.offset ?? at });
    if (shared !== undefined) continue;
    const local = localHeader(entry, packed);
    parts.push(local, packed);
    at += local.length + packed.length;
  }
  const directory = Buffer.concat(rows.map(directoryRow));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(rows.length, 8);
  end.writeUInt16LE(rows.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

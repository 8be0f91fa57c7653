import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeTile } from '@rhythmdesk/ecg/pyramid/tile';
import { tileRange, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { readStretch } from '../../records/recordings/stored-frames.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';
import { readInThread } from './read-in-thread.ts';
import { readZip } from './read-zip.ts';
import { packZip, recordingFiles, recordingZip } from './recording-zip.ts';
import { arrayRecording, synthRecording, zipWith } from './test-zip.ts';

const limits = { entries: 64, expanded_bytes: 2 ** 30, ratio: 100 };
let folder: string;
let files: FileStore;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-zip-'));
  files = await openDiskStore(path.join(folder, 'files'));
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function traceOf(recording: Parameters<typeof recordingFiles>[0]): Promise<Buffer> {
  const found = (await recordingFiles(recording)).find(({ name }) => name === 'TraceData.dat');
  return Buffer.from(found?.bytes ?? []);
}

async function read(zip: Buffer, hn_id: string) {
  const file = path.join(folder, 'zip');
  await writeFile(file, zip);
  return readZip(file, files, { hn_id, limits });
}

test('a valid recording is read with every fact, and its own overview agrees', async () => {
  const wish = { hn_id: 'HN1234567', seconds: 90, labels: ['I', 'II', 'V1'] };
  const recording = synthRecording(wish);
  const got = await read(await recordingZip(recording), 'HN1234567');
  expect(got).toMatchObject({
    start_ms: recording.start_ms,
    sampling_hz: 250,
    samples: 22_500,
    view_mismatches: 0,
    events: [],
  });
  expect(got.leads.map(({ label }) => label)).toEqual(['I', 'II', 'V1']);
  expect(got.hours).toHaveLength(1);
  expect(got.sparkline).toHaveLength(324);
  expect(got.files.map(({ kind }) => kind).sort()).toEqual(['report', 'signal', 'summary', 'view']);
  const signal = got.files.find(({ kind }) => kind === 'signal');
  const trace = await traceOf(recording);
  expect(signal).toMatchObject({ size_bytes: trace.length, content_sha256: sha256Of(trace) });
  expect(signal?.sha256).toBe(got.trace_sha256);
  const stored = (await files.size(got.trace_sha256)) ?? Number.NaN;
  expect(stored).toBeLessThan(0.45 * trace.length);
  const place = tracePlaceOf(got);
  expect(place.packed?.file_bytes).toBe(stored);
  const words = await readStretch(files, { ...place, leads: got.leads }, 0, 22_500);
  expect(Buffer.from(words.buffer).equals(trace.subarray(128 + 3 * 32))).toBe(true);
  expect(got.pyramid.level_sha256).toHaveLength(topLevel(22_500));
});

test('every minimum, maximum and gap of level 1 is that of the samples', async () => {
  const frames = Int16Array.from({ length: 5000 }, (_none, at) =>
    at >= 1000 && at < 1500 ? -32_768 : ((at * 7919) % 4001) - 2000,
  );
  const got = await read(await recordingZip(arrayRecording('HN000002', frames)), 'HN000002');
  const shape = { lead_count: 1, samples: 5000, header_bytes: 0 };
  const range = tileRange(shape, 0, 1, 0);
  const bytes = await files.read(got.pyramid.level_sha256[0] ?? '', {
    start: range?.offset ?? -1,
    length: range?.length ?? 0,
  });
  const tile = decodeTile(bytes);
  for (let bucket = 0; bucket < tile.min.length; bucket += 1) {
    const samples = [...frames.subarray(16 * bucket, 16 * bucket + 16)];
    const signal = samples.filter((value) => value !== -32_768);
    const [low, high] = signal.length === 0 ? [-32_768, -32_768] : [Math.min(...signal), Math.max(...signal)];
    expect([tile.min[bucket], tile.max[bucket]]).toEqual([low, high]);
    expect(tile.gap[bucket]).toBe(signal.length < samples.length ? 1 : 0);
  }
  expect(got.gaps).toEqual([[-1, 1000, 1500]]);
  expect(got.leads[0]?.signal_share).toBeCloseTo(0.9);
  expect(got.figures).toEqual({ af_share: null, ve_count: null, pause_count: null });
});

test('a gap of one lead is listed under that lead, one of all under none', async () => {
  const frames = new Int16Array(2 * 4000).fill(100);
  for (let at = 500; at < 600; at += 1) frames[2 * at] = -32_768;
  for (let at = 2000; at < 2400; at += 1) frames.fill(-32_768, 2 * at, 2 * at + 2);
  const got = await read(await recordingZip(arrayRecording('HN000003', frames, 2)), 'HN000003');
  expect(got.gaps).toEqual([
    [-1, 2000, 2400],
    [0, 500, 600],
  ]);
});

test('lead-off compresses a thousand to one and is no bomb', async () => {
  const frames = new Int16Array(3_000_000).fill(-32_768);
  const zip = await recordingZip(arrayRecording('HN000004', frames));
  expect(6_000_000 / zip.length).toBeGreaterThan(300);
  const got = await read(zip, 'HN000004');
  expect(got.leads[0]?.signal_share).toBe(0);
  expect(got.gaps).toEqual([[-1, 0, 3_000_000]]);
});

test('a different overview is noted, not refused', async () => {
  const recording = synthRecording({ hn_id: 'HN000005' });
  const view = (await recordingFiles(recording)).find(({ name }) => name === 'TraceViewData.dat');
  const changed = Buffer.from(view?.bytes ?? []);
  changed.writeInt16LE(changed.readInt16LE(64) - 1, 64);
  changed.writeInt16LE(changed.readInt16LE(90) + 1, 90);
  const got = await read(await zipWith(recording, { 'TraceViewData.dat': changed }), 'HN000005');
  expect(got.view_mismatches).toBe(2);
});

test('files that desktop zippers add are skipped, and one folder is accepted', async () => {
  const recorded = await recordingFiles(synthRecording({ hn_id: 'HN000006', seconds: 10 }));
  const zip = await packZip([
    ...recorded.map(({ name, bytes }) => ({ name: `patch 12/${name}`, bytes })),
    { name: 'patch 12/.DS_Store', bytes: Buffer.from('x') },
    { name: '__MACOSX/patch 12/._Report.pdf', bytes: Buffer.from('x') },
    { name: 'patch 12/', bytes: Buffer.alloc(0) },
  ]);
  expect((await read(zip, 'HN000006')).samples).toBe(2500);
});

test('a bomb under the name of a file that a zipper adds is refused', async () => {
  const recorded = await recordingFiles(synthRecording({ hn_id: 'HN000016', seconds: 10 }));
  const bomb = { name: '__MACOSX/._Report.pdf', bytes: Buffer.alloc(2 * 1024 * 1024) };
  await expect(read(await packZip([...recorded, bomb]), 'HN000016')).rejects.toMatchObject({
    code: 'upload/entry-unexpected',
    entry: bomb.name,
  });
});

test('the thread returns the same recording, and a refusal as its outcome', async () => {
  const zip = await recordingZip(synthRecording({ hn_id: 'HN000007', seconds: 10 }));
  const file = path.join(folder, 'thread');
  await writeFile(file, zip);
  const order = { zip_path: file, files_folder: path.join(folder, 'files'), limits };
  const { signal } = new AbortController();
  const got = await readInThread({ ...order, hn_id: 'HN000007' }, signal);
  expect(got).toEqual({ ok: true, recording: await readZip(file, files, { hn_id: 'HN000007', limits }) });
  expect(await readInThread({ ...order, hn_id: 'HN000008' }, signal)).toEqual({
    ok: false,
    code: 'upload/hn-id-differs',
    entry: 'TraceData.dat',
    parameters: {},
  });
});

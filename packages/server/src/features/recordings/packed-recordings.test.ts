/**
 * Tests that a recording is read the same whether it is stored packed or, as earlier versions stored it, as
 * TraceData.dat: tiles, parts of the signal, exports, the analysis and the download.
 */
import { createHash } from 'node:crypto';
import { bucketsInTile, tileCount, tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import { unpackBlock } from '@rhythmdesk/ecg/packing/packed-block';
import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { caseFiles } from '../../platform/db/schema/cases.ts';
import { storedLeads, storedPyramid } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { writeBytes } from '../../platform/files/file-store.ts';
import { blockStarts, isPacked } from '../../records/recordings/packed-frames.ts';
import { readFrames, readStretch } from '../../records/recordings/stored-frames.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { recordingFiles } from '../uploads/recording-zip.ts';
import { synthRecording } from '../uploads/test-zip.ts';

const wish = { seconds: 160, labels: ['I', 'II', 'V1'], seed: 5 };
const leads = wish.labels.length;
const samples = 250 * wish.seconds;
const header = 128 + 32 * leads;
let world: AnalysisWorld;
let [packed_id, plain_id] = [0, 0];
let trace: Buffer;

const rowOf = async (case_id: number) => {
  const [row] = await world.db.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Error('no recording');
  return row;
};
const fileOf = async (case_id: number) => {
  const ofSignal = and(eq(caseFiles.case_id, case_id), eq(caseFiles.kind, 'signal'));
  const [row] = await world.db.select().from(caseFiles).where(ofSignal).orderBy(desc(caseFiles.file_id));
  if (row === undefined) throw new Error('no file');
  return row;
};
const traceOf = async (hn_id: string): Promise<Buffer> => {
  const found = await recordingFiles(synthRecording({ ...wish, hn_id }));
  return Buffer.from(found.find(({ name }) => name === 'TraceData.dat')?.bytes ?? []);
};

/** Stores a recording as earlier versions did. */
async function storePlain(case_id: number, bytes: Buffer): Promise<void> {
  const { sha256 } = await writeBytes(world.platform.files, bytes);
  const { top_level, level_sha256 } = storedPyramid.parse((await rowOf(case_id)).pyramid);
  await world.db
    .update(recordings)
    .set({ trace_sha256: sha256, pyramid: { header_bytes: header, top_level, level_sha256 } })
    .where(eq(recordings.case_id, case_id));
  const { file_id: _id, content_sha256: _packed, ...file } = await fileOf(case_id);
  await world.db.insert(caseFiles).values({ ...file, sha256 });
}

beforeAll(async () => {
  world = await analysisWorld();
  packed_id = await world.bring(synthRecording({ ...wish, hn_id: 'HN410001' }));
  plain_id = await world.bring(synthRecording({ ...wish, hn_id: 'HN410002' }));
  trace = await traceOf('HN410001');
  await storePlain(plain_id, await traceOf('HN410002'));
});

async function bytesOf(url: string): Promise<Buffer> {
  const answer = await world.call(url, world.doctor.token);
  expect([url, answer.status]).toEqual([url, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

/** Returns the samples of one lead of a raw tile, as they were received. */
function expected(lead: number, index: number): Int16Array {
  const count = bucketsInTile(samples, 0, index);
  return Int16Array.from({ length: count }, (_none, i) =>
    trace.readInt16LE(header + 2 * (leads * (index * tileSamples + i) + lead)),
  );
}

const forms = [
  ['packed', () => packed_id],
  ['as TraceData.dat', () => plain_id],
] as const;
const tiles = wish.labels.flatMap((_label, lead) =>
  Array.from({ length: tileCount(samples, 0) }, (_none, index) => ({ lead, index })),
);

test('a recording is stored packed', async () => {
  expect(isPacked(tracePlaceOf(await rowOf(packed_id)))).toBe(true);
  expect(isPacked(tracePlaceOf(await rowOf(plain_id)))).toBe(false);
  const { trace_sha256 } = await rowOf(packed_id);
  expect(await world.platform.files.size(trace_sha256)).toBeLessThan(0.45 * trace.length);
});

test.each(forms)('raw tiles of a recording stored %s', async (_form, id) => {
  const recording = `recording/${String(id())}`;
  for (const { lead, index } of tiles) {
    const bytes = await bytesOf(`${recording}/tile/${String(lead)}/0/${String(index)}`);
    expect(bytes).toEqual(Buffer.from(expected(lead, index).buffer));
  }
  const names = [...tiles].reverse().map(({ lead, index }) => `tile=${String(lead)}.0.${String(index)}`);
  const all = await bytesOf(`${recording}/tiles?${names.join('&')}`);
  const bodies = [...tiles].reverse().map(({ lead, index }) => Buffer.from(expected(lead, index).buffer));
  expect(all).toEqual(Buffer.concat(bodies));
});

test.each(forms)('packed tiles of a recording stored %s', async (_form, id) => {
  const names = tiles.map(({ lead, index }) => `tile=${String(lead)}.0.${String(index)}`);
  const query = [...names, 'tile=1.1.0', 'packed=true'].join('&');
  const all = await bytesOf(`recording/${String(id())}/tiles?${query}`);
  const lengths = Array.from({ length: tiles.length + 1 }, (_none, at) => all.readUInt32LE(4 * at));
  let start = 4 * lengths.length;
  for (const [at, { lead, index }] of tiles.entries()) {
    const found = unpackBlock(all.subarray(start, start + (lengths[at] ?? 0)));
    expect(found.ok && found.samples).toEqual(expected(lead, index));
    start += lengths[at] ?? 0;
  }
  expect(all.subarray(start)).toEqual(await bytesOf(`recording/${String(id())}/tile/1/1/0`));
});

test.each(forms)('parts of the signal of a recording stored %s', async (_form, id) => {
  const row = await rowOf(id());
  const place = { ...tracePlaceOf(row), leads: storedLeads.parse(row.leads) };
  const { files } = world.platform;
  const all = new Int16Array(Uint8Array.from(trace.subarray(header)).buffer);
  const ends = [0, 1, 700, tileSamples - 1, tileSamples, tileSamples + 1, 2 * tileSamples, samples];
  for (const from of ends)
    for (const to of ends.filter((end) => end >= from))
      expect(await readStretch(files, place, from, to)).toEqual(all.subarray(leads * from, leads * to));
  for (const step of [999, tileSamples - 1, tileSamples, 50_000]) {
    const stretches = await Array.fromAsync(readFrames(files, { ...place, samples }, step));
    expect(stretches.map(({ length }) => length / leads)).toEqual(
      Array.from({ length: Math.ceil(samples / step) }, (_none, i) => Math.min(step, samples - i * step)),
    );
    expect(Int16Array.from(stretches.flatMap((stretch) => [...stretch]))).toEqual(all);
  }
});

test('the download is the file that was received, and so is its checksum', async () => {
  const { file_id, size_bytes, content_sha256 } = await fileOf(packed_id);
  expect(size_bytes).toBe(trace.length);
  expect(content_sha256).toBe(createHash('sha256').update(trace).digest('hex'));
  expect(await bytesOf(`case/file/${String(file_id)}`)).toEqual(trace);
  const listed = await world.call(`case/case/${String(packed_id)}/files`, world.doctor.token);
  expect(JSON.stringify(await listed.json())).toContain(`"sha256":"${String(content_sha256)}"`);
  const plain = await fileOf(plain_id);
  expect(await bytesOf(`case/file/${String(plain.file_id)}`)).toEqual(await traceOf('HN410002'));
});

test('exports and analyses of both forms are equal', async () => {
  const edf = (id: number) => bytesOf(`recording/${String(id)}/export?format=edf`);
  // The headers name different patients.
  expect((await edf(packed_id)).subarray(2_000)).toEqual((await edf(plain_id)).subarray(2_000));
  const beats = async (id: number): Promise<Buffer> => {
    await world.analyse(id);
    return bytesOf(`recording/${String(id)}/beats/1`);
  };
  const found = await beats(packed_id);
  expect(found.length).toBeGreaterThan(1_000);
  expect(found).toEqual(await beats(plain_id));
});

test('an index that does not fit its file is refused, and an earlier version refuses the row', async () => {
  const row = await rowOf(packed_id);
  const place = tracePlaceOf(row);
  if (!isPacked(place)) throw new Error('not packed');
  const wrong = { ...place, trace_sha256: (await rowOf(plain_id)).trace_sha256 };
  await expect(blockStarts(world.platform.files, wrong)).rejects.toThrow(/is damaged: start/);
  expect(row.pyramid).not.toHaveProperty('header_bytes');
});

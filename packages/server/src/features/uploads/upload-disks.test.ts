/** Tests two servers with disks of their own and a bucket behind them: any of them continues and checks an upload. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFiles } from '../../app/open-files.ts';
import { filesFolder, uploadsFolder } from '../../app/installation-folders.ts';
import { openUploads } from '../../app/open-uploads.ts';
import { startWeb } from '../../app/serve.ts';
import { sessionLocks } from '../../platform/db/session-locks.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { adoptFolders } from '../../platform/files/installation.ts';
import { FileFault } from '../../platform/files/file-store.ts';
import { startTestBucket } from '../../platform/files/test-bucket.ts';
import { uploadWorld, type Begun, type UploadWorld } from '../../testing/test-uploads.ts';
import { checkUpload } from './check-upload.ts';
import { recordingZip } from './recording-zip.ts';
import { synthRecording } from './test-zip.ts';
import { uploadDisk } from './upload-disk.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

const bucket = await startTestBucket();
const partBytes = 1_000;
/** How long a server waits for another one that sends nothing. */
const idleMs = 300;

type Server = {
  readonly address: string;
  readonly uploads: UploadDependencies;
  readonly folder: string;
  readonly stop: () => Promise<void>;
};
let world: UploadWorld;
let one: Server;
let other: Server;
const started: Server[] = [];

async function startServer(): Promise<Server> {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'disk-'));
  const folders = [filesFolder(DATA_DIR), uploadsFolder(DATA_DIR)];
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await adoptFolders(world.db, folders);
  const { prefix, endpoint } = bucket.place;
  const FILES_URL = `s3://${bucket.place.bucket}/${prefix}`;
  const config = { ...world.platform.config, DATA_DIR, FILES_URL, FILES_ENDPOINT: endpoint ?? '' };
  const ground = { db: world.db, log: world.platform.log, onDamage: () => undefined };
  const { files, tiers } = await openFiles(config, ground);
  const locks = sessionLocks(world.app, () => undefined);
  const platform = { ...world.platform, config, files, tiers, locks, files_folder: filesFolder(DATA_DIR) };
  const opened = await openUploads(platform);
  if (tiers === null) throw new Error('no bucket');
  const { rows, bucket: objects } = tiers.parts;
  const folder = opened.uploads_folder;
  const place = { disk: rows.node, disk_name: `server of ${folder}`, bucket: objects, partBytes, idleMs };
  const served = { ...opened, disk: uploadDisk({ db: world.db, log: world.platform.log, folder, ...place }) };
  const web = await startWeb(platform, served, { strictAnswers: true, pages: null });
  return {
    address: web.address,
    uploads: served,
    folder,
    stop: async () => {
      await web.stop();
      await locks.close();
      await files.close();
      await rm(DATA_DIR, { recursive: true });
    },
  };
}

beforeAll(async () => {
  world = await uploadWorld();
  [one, other] = [await startServer(), await startServer()];
  started.push(one, other);
});
afterAll(async () => {
  for (const server of started) await server.stop();
  await bucket.close();
});

let serial = 0;
async function newZip() {
  const hn_id = `HN81${String((serial += 1)).padStart(4, '0')}`;
  return { hn_id, zip: await recordingZip(synthRecording({ hn_id, seconds: 10 })) };
}

const at = ({ address }: Server, upload: Begun): Begun => ({
  ...upload,
  url: address + new URL(upload.url).pathname,
});
const offsetOf = (answer: Response): number => Number(answer.headers.get('upload-offset'));
/** Asks a server once the others have sent what they can. */
async function offsetAt(server: Server, upload: Begun): Promise<number> {
  for (const each of started) await each.uploads.disk?.idle();
  return offsetOf(await world.ask('HEAD', at(server, upload)));
}

/** Begins an upload and sends its first bytes to one server. */
async function sentHalf() {
  const { hn_id, zip } = await newZip();
  const upload = at(one, await world.begun(world.doctor.token, { hn_id }, zip.length));
  const half = Math.floor(zip.length / 2);
  expect((await world.patch(upload, 0, zip.subarray(0, half))).status).toBe(204);
  return { upload, zip, half };
}

async function rowOf({ id }: Begun) {
  const [row] = await world.db.select().from(uploads).where(eq(uploads.upload_id, id));
  return row;
}
const checkAt = (server: Server, { id }: Begun): Promise<void> =>
  checkUpload(server.uploads, id, { signal: new AbortController().signal, is_last_attempt: false });
const partsLeft = ({ id }: Begun): string[] => [...bucket.objects.keys()].filter((key) => key.includes(id));

test('an upload that one server has received half goes on at another, which has another disk', async () => {
  const { upload, zip, half } = await sentHalf();
  expect(await offsetAt(other, upload)).toBe(half);
  expect((await world.patch(at(other, upload), half, zip.subarray(half))).status).toBe(204);
  await checkAt(other, upload);
  expect(await rowOf(upload)).toMatchObject({ state: 'done', code: null });
  await expect.poll(() => partsLeft(upload)).toEqual([]);
  // The first server removes what it had.
  await one.uploads.disk?.tidy();
  expect(await readdir(one.folder)).not.toContain(upload.id);
});

test('an upload goes back and forth, and each server receives a part', async () => {
  const { upload, zip, half } = await sentHalf();
  const more = half + partBytes + 7;
  expect(await offsetAt(other, upload)).toBe(half);
  expect((await world.patch(at(other, upload), half, zip.subarray(half, more))).status).toBe(204);
  expect(await offsetAt(one, upload)).toBe(more);
  expect((await world.patch(upload, more, zip.subarray(more))).status).toBe(204);
  await checkAt(one, upload);
  expect(await rowOf(upload)).toMatchObject({ state: 'done', code: null });
});

test('what a dead server had not sent is asked for again, and nothing else', async () => {
  const { hn_id, zip } = await newZip();
  const upload = at(one, await world.begun(world.doctor.token, { hn_id }, zip.length));
  expect((await world.patch(upload, 0, zip.subarray(0, partBytes))).status).toBe(204);
  await one.uploads.disk?.idle();
  bucket.setFault(({ method }) => (method === 'PUT' ? 'denied' : null));
  expect((await world.patch(upload, partBytes, zip.subarray(partBytes, 3 * partBytes))).status).toBe(204);
  expect(await offsetAt(other, upload)).toBe(partBytes);
  bucket.setFault(() => null);
  expect((await world.patch(at(other, upload), partBytes, zip.subarray(partBytes))).status).toBe(204);
  await checkAt(other, upload);
  expect(await rowOf(upload)).toMatchObject({ state: 'done', code: null });
});

test('a received zip is checked on any server; while only its own has it, the check waits', async () => {
  const { hn_id, zip } = await newZip();
  const upload = at(one, await world.begun(world.doctor.token, { hn_id }, zip.length));
  bucket.setFault(({ method, key }) => (method === 'PUT' && key.includes('uploads/') ? 'denied' : null));
  expect((await world.patch(upload, 0, zip)).status).toBe(204);
  const waits = checkAt(other, upload);
  await expect(waits).rejects.toBeInstanceOf(FileFault);
  await expect(waits).rejects.toMatchObject({ code: 'files/elsewhere' });
  expect(await rowOf(upload)).toMatchObject({ state: 'checking' });
  bucket.setFault(() => null);
  await one.uploads.disk?.tidy();
  await checkAt(other, upload);
  expect(await rowOf(upload)).toMatchObject({ state: 'done', code: null });
});

test('a part that is damaged in the bucket is asked for again, and sent again', async () => {
  const { upload, zip, half } = await sentHalf();
  await one.uploads.disk?.idle();
  const [first = ''] = partsLeft(upload).sort();
  bucket.objects.set(first, { body: Buffer.alloc(partBytes), changed_at: new Date() });
  expect(await offsetAt(other, upload)).toBe(0);
  const more = half + partBytes;
  expect((await world.patch(at(other, upload), 0, zip.subarray(0, more))).status).toBe(204);
  expect(await offsetAt(one, upload)).toBe(more);
  expect((await world.patch(upload, more, zip.subarray(more))).status).toBe(204);
  await checkAt(one, upload);
  expect(await rowOf(upload)).toMatchObject({ state: 'done', code: null });
});

test('parts that a killed server left are deleted once they are a day old, those of open uploads are not', async () => {
  const { upload } = await sentHalf();
  await one.uploads.disk?.idle();
  const old = new Date(Date.now() - 25 * 3_600_000);
  const left = `${bucket.place.prefix}uploads/${'0'.repeat(32)}/0-${'a'.repeat(64)}`;
  bucket.objects.set(left, { body: Buffer.from('x'), changed_at: old });
  for (const key of partsLeft(upload)) {
    const object = bucket.objects.get(key);
    if (object !== undefined) bucket.objects.set(key, { ...object, changed_at: old });
  }
  const kept = partsLeft(upload);
  await one.uploads.disk?.sweep();
  expect(bucket.objects.has(left)).toBe(false);
  expect(kept.length).toBeGreaterThan(0);
  expect(partsLeft(upload)).toEqual(kept);
});

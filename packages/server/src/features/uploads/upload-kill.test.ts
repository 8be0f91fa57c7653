/** Kills a real server process while bytes arrive and while they are read; the next process finishes the work. */
import { watch } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSession } from '../people/sessions.ts';
import { recordingZip } from './recording-zip.ts';
import { synthRecording } from './test-zip.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { testDatabaseOfOwner, type TestDatabase } from '../../platform/db/test-database.ts';
import { askAgain } from '../../testing/test-ask-again.ts';
import { startProcess, type ServerProcess } from '../../testing/test-process.ts';
import { bytesType, metadataHeader, tusHeaders } from '../../testing/test-uploads.ts';

let database: TestDatabase;
let folder: string;
let token: string;
let server: ServerProcess;
const start = () => startProcess(database, folder);

beforeAll(async () => {
  database = await testDatabaseOfOwner();
  folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
  const { db } = database;
  await db.insert(userGroups).values({ type: 'admin', name: 'Admin' });
  const [hospital] = await db.insert(userGroups).values({ type: 'hospital', name: 'Hospital' }).returning();
  const row = { name: 'Nurse', password_hash: '', user_group_id: hospital?.id ?? 0 };
  await db.insert(users).values({ ...row, user_id: 'boss', role_key: 'ADMIN' });
  const [nurse] = await db
    .insert(users)
    .values({ ...row, user_id: 'nurse', role_key: 'DOCTOR' })
    .returning();
  const seen = { user_id: nurse?.id ?? 0, ip: '127.0.0.1', user_agent: '' };
  token = await startSession(db, seen, { idle_minutes: 120, absolute_hours: 12 }, new Date());
  server = await start();
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

async function begin(hn_id: string, size: number) {
  const answer = await askAgain(() =>
    fetch(`${server.address}/api/v1/upload/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...tusHeaders,
        'upload-length': String(size),
        'upload-metadata': metadataHeader({ filename: 'patch.zip', hn_id }),
      },
    }),
  );
  if (answer.status !== 201) throw new Error(await answer.text());
  const location = answer.headers.get('location') ?? '';
  return {
    location,
    id: location.split('/').at(-1) ?? '',
    capability: answer.headers.get('upload-capability') ?? '',
  };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const headersOf = ({ capability }: Begun) => ({ ...tusHeaders, 'upload-capability': capability });

async function offsetOf(upload: Begun): Promise<number> {
  const answer = await askAgain(() =>
    fetch(server.address + upload.location, { method: 'HEAD', headers: headersOf(upload) }),
  );
  return Number(answer.headers.get('upload-offset'));
}

/** Sends from `offset` on; with `holdAt`, stops there and keeps the connection open until the server ends. */
function sendBytes(upload: Begun, offset: number, zip: Buffer, holdAt = zip.length): Promise<Response> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(zip.subarray(offset, holdAt)));
      if (holdAt === zip.length) controller.close();
    },
  });
  return fetch(server.address + upload.location, {
    method: 'PATCH',
    headers: { ...headersOf(upload), 'upload-offset': String(offset), 'content-type': bytesType },
    body,
    duplex: 'half',
  });
}

/** Checks the condition at every change of the folder until it is true. */
async function until(where: string, isSo: () => Promise<boolean>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const look = (): void => {
    isSo().then((so) => {
      if (so) resolve(undefined);
    }, reject);
  };
  const watcher = watch(path.join(folder, where), look);
  look();
  await promise.finally(() => watcher.close());
}

async function rowOf(id: string) {
  const [row] = await database.db.select().from(uploads).where(eq(uploads.upload_id, id));
  return row;
}

async function finished(id: string) {
  await expect.poll(async () => (await rowOf(id))?.state).toMatch(/^(done|refused)$/);
  return rowOf(id);
}

async function recordingsOf(hn_id: string): Promise<unknown> {
  const found = await database.db.execute(sql`select count(r.*)::int as recordings, count(c.*)::int as cases
    from cases c left join recordings r using (case_id) where c.hn_id = ${hn_id}`);
  return found.rows[0];
}

test('killed while bytes arrive, it continues with the received ones', async () => {
  const zip = await recordingZip(synthRecording({ hn_id: 'HN700001', seconds: 1200 }));
  const upload = await begin('HN700001', zip.length);
  const held = Math.floor(zip.length / 2);
  const cut = sendBytes(upload, 0, zip, held).catch(() => null);
  await until('uploads', async () => (await stat(path.join(folder, 'uploads', upload.id))).size > 0);
  await server.kill();
  await cut;
  server = await start();
  const offset = await offsetOf(upload);
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThanOrEqual(held);
  expect((await askAgain(() => sendBytes(upload, offset, zip))).status).toBe(204);
  expect(await finished(upload.id)).toMatchObject({ state: 'done', code: null });
  expect(await recordingsOf('HN700001')).toEqual({ recordings: 1, cases: 1 });
});

/** Keeps a recording from being written until `letGo`; `wanted` says whether one waits to be written. */
async function holdRecordings() {
  const client = new Client(database.superuser);
  await client.connect();
  await client.query('begin; lock table recordings in exclusive mode');
  // The table has this number in every copy of the test database, and other test files use theirs at the same time.
  const waiting = `select 1 from pg_locks where relation = 'recordings'::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    wanted: async () => (await client.query(waiting)).rows.length > 0,
    letGo: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
}

test('killed after a zip is read and before it is stored, the next start reads it again, and there is one case', async () => {
  const zip = await recordingZip(synthRecording({ hn_id: 'HN700002', seconds: 60 }));
  const upload = await begin('HN700002', zip.length);
  const hold = await holdRecordings();
  expect((await askAgain(() => sendBytes(upload, 0, zip))).status).toBe(204);
  await expect.poll(hold.wanted).toBe(true);
  await server.kill();
  await hold.letGo();
  expect(await rowOf(upload.id)).toMatchObject({ state: 'checking' });
  expect(await recordingsOf('HN700002')).toEqual({ recordings: 0, cases: 0 });
  server = await start();
  expect(await finished(upload.id)).toMatchObject({ state: 'done', code: null });
  expect(await recordingsOf('HN700002')).toEqual({ recordings: 1, cases: 1 });
  const left = async () =>
    (await readdir(path.join(folder, 'uploads'))).filter((name) => name.startsWith(upload.id));
  await until('uploads', async () => (await left()).length === 0);
});

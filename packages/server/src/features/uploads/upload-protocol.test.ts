/** Tests the tus protocol: who may begin and continue an upload, and that every error is a refusal of the catalogue. */
import { stat } from 'node:fs/promises';
import { Agent, request, type RequestOptions } from 'node:http';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { resumeUploads, sweepUploads } from './upload-sweep.ts';
import { users } from '../../platform/db/schema/people.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import {
  bytesType,
  tusHeaders,
  uploadWorld,
  type Begun,
  type UploadWorld,
} from '../../testing/test-uploads.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';

let world: UploadWorld;
beforeAll(async () => {
  world = await uploadWorld();
});

const codeOf = async (answer: Response): Promise<string> => {
  const body: unknown = await answer.json();
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;
  return `${String(answer.status)} ${String(code)}`;
};
const waitingForLocks = async (): Promise<number> => {
  const waiting = await world.pool.query(
    'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
  );
  return waiting.rows.length;
};
let nextHn = 200_000;
const freeHn = (): string => `HN${String((nextHn += 1))}`;
const beginCode = async (fields: Record<string, string>, size = 10, headers = {}) =>
  codeOf(await world.begin(world.doctor.token, { hn_id: freeHn(), ...fields }, size, headers));

test('only a role that uploads recordings may begin, only for a hospital in its scope', async () => {
  const { begin, technician, carrier, hospital, otherHospital } = world;
  expect(await codeOf(await begin('no_such_token_at_all', { hn_id: freeHn() }, 10))).toBe(
    '401 auth/unknown-token',
  );
  expect(await codeOf(await begin(technician.token, { hn_id: freeHn() }, 10))).toBe('403 auth/role-never');
  expect(await codeOf(await begin(carrier.token, { hn_id: freeHn() }, 10))).toBe('422 input/field-missing');
  const other = { hn_id: freeHn(), hospital_id: String(otherHospital) };
  expect(await codeOf(await begin(carrier.token, other, 10))).toBe('404 object/not-found');
  const own = { hn_id: freeHn(), hospital_id: String(hospital) };
  expect((await begin(carrier.token, own, 10)).status).toBe(201);
});

test('metadata is strict', async () => {
  expect(await beginCode({ hn_id: 'HN1' })).toBe('422 case/hn-id-invalid');
  expect(await beginCode({ filename: 'patch.exe' })).toBe('422 upload/extension');
  expect(await beginCode({ is_admin: 'true' })).toBe('422 input/field-unknown');
  expect(await beginCode({ gender: 'unknown' })).toBe('422 input/invalid');
  expect(await beginCode({ birth_date: '2026-02-30' })).toBe('422 input/invalid');
  expect(await beginCode({}, 10, { 'upload-metadata': 'hn_id ???' })).toBe('422 upload/protocol');
  expect(await beginCode({}, 10, { 'upload-metadata': '' })).toMatch(/^422/);
});

test('lengths and versions: 400, 412, 413 of tus are 422 here', async () => {
  expect(await beginCode({}, 0)).toBe('422 upload/protocol');
  expect(await beginCode({}, 10, { 'upload-length': '-1' })).toBe('422 upload/protocol');
  expect(await beginCode({}, 10, { 'upload-defer-length': '1' })).toBe('422 upload/protocol');
  expect(await beginCode({}, 10, { 'tus-resumable': '0.2.0' })).toBe('422 upload/protocol');
  expect(await beginCode({}, 2 ** 40)).toBe('422 upload/too-large');
});

const start = (size = 10): Promise<Begun> => world.begun(world.doctor.token, { hn_id: freeHn() }, size);

test('an upload continues at its offset, only by its capability', async () => {
  const { patch, ask } = world;
  const upload = await start();
  expect((await patch(upload, 0, Buffer.from('12345'))).headers.get('upload-offset')).toBe('5');
  const head = await ask('HEAD', upload);
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
    200,
    '5',
    '10',
  ]);
  expect(head.headers.get('cache-control')).toContain('no-store');
  expect(head.headers.get('access-control-allow-origin')).toBeNull();
  expect(await codeOf(await patch(upload, 0, Buffer.from('12345')))).toBe('409 upload/offset');
  expect(await codeOf(await patch(upload, 5, Buffer.from('123456789')))).toBe('422 upload/too-large');
  expect(await codeOf(await patch(upload, 5, Buffer.from('1'), { 'content-type': 'text/plain' }))).toBe(
    '422 upload/protocol',
  );
  expect((await patch(upload, 5, Buffer.from('67890'))).status).toBe(204);
  expect(await codeOf(await patch(upload, 10, Buffer.from('')))).toBe('409 upload/offset');
  expect((await ask('HEAD', upload)).headers.get('upload-offset')).toBe('10');
  const [row] = await world.db.select().from(uploads).where(eq(uploads.upload_id, upload.id));
  expect(row?.state).toBe('checking');
  const jobs = await world.db.execute(sql`select count(*)::int as n from graphile_worker.jobs
    where key = ${`check-upload:${upload.id}`}`);
  expect(jobs.rows[0]).toEqual({ n: 1 });
});

test('another’s capability, none, or an unknown upload is not found or not signed in', async () => {
  const { patch, ask } = world;
  const [mine, theirs] = [await start(), await start()];
  const stolen = { ...mine, capability: theirs.capability };
  expect(await codeOf(await patch(stolen, 0, Buffer.from('1')))).toBe('404 object/not-found');
  expect((await ask('HEAD', stolen)).status).toBe(404);
  const unknown = { ...mine, url: `${mine.url.slice(0, -1)}${mine.url.endsWith('0') ? '1' : '0'}` };
  expect(await codeOf(await ask('DELETE', unknown))).toBe('404 object/not-found');
  const bare = await fetch(mine.url, {
    method: 'PATCH',
    headers: { ...tusHeaders, 'content-type': bytesType, 'upload-offset': '0' },
    body: '1',
  });
  expect(await codeOf(bare)).toBe('401 auth/required');
});

test('the capability ends with its user, and after its time', async () => {
  const { db, patch, dependencies, addUser, hospital } = world;
  const leaver = await addUser('leaver', 'DOCTOR', hospital);
  const upload = await world.begun(leaver.token, { hn_id: freeHn() }, 10);
  await db.update(users).set({ use_flag: 'D' }).where(eq(users.id, leaver.id));
  expect(await codeOf(await patch(upload, 0, Buffer.from('1')))).toBe('403 auth/account-inactive');
  await changeAsOwner(db, leaver.id, { use_flag: 'Y', role_key: 'TECHNICIAN' });
  expect(await codeOf(await patch(upload, 0, Buffer.from('1')))).toBe('403 auth/account-inactive');
  const old = await start();
  await db
    .update(uploads)
    .set({ capability_expires_at: new Date(Date.now() - 1000) })
    .where(eq(uploads.upload_id, old.id));
  expect(await codeOf(await patch(old, 0, Buffer.from('1')))).toBe('410 upload/gone');
  await sweepUploads(dependencies, 7);
  const [row] = await db.select().from(uploads).where(eq(uploads.upload_id, old.id));
  expect(row?.state).toBe('cancelled');
  await expect(stat(path.join(dependencies.uploads_folder, old.id))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('a cancelled upload is gone, with its bytes', async () => {
  const { patch, ask, dependencies, read, doctor } = world;
  const upload = await start();
  await patch(upload, 0, Buffer.from('123'));
  expect((await ask('DELETE', upload)).status).toBe(204);
  expect(await codeOf(await patch(upload, 3, Buffer.from('4')))).toBe('410 upload/gone');
  await expect(stat(path.join(dependencies.uploads_folder, upload.id))).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(await read(doctor.token, upload.id)).toMatchObject({
    state: 'cancelled',
    received_bytes: 3,
    detail: 'Cancelled at 30\u00a0%',
  });
});

test('an abandoned one says so, and its patient data is deleted in time', async () => {
  const { begun, patch, dependencies, doctor, db, read } = world;
  const upload = await begun(doctor.token, { hn_id: freeHn(), patient_last_name: '田中' }, 10);
  await patch(upload, 0, Buffer.from('1234'));
  const past = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const thisOne = eq(uploads.upload_id, upload.id);
  await db
    .update(uploads)
    .set({ capability_expires_at: past(1) })
    .where(thisOne);
  await sweepUploads(dependencies, 7);
  const left = { detail: 'Left unfinished at 40\u00a0%', patient_last_name: '田中' };
  expect(await read(doctor.token, upload.id)).toMatchObject(left);
  await db
    .update(uploads)
    .set({ created_at: past(8) })
    .where(thisOne);
  await sweepUploads(dependencies, 7);
  expect(await read(doctor.token, upload.id)).toMatchObject({ ...left, patient_last_name: null });
});

test('an upload whose last byte arrives while abandoned ones are cancelled is kept', async () => {
  const { db, patch, dependencies } = world;
  const upload = await start();
  await patch(upload, 0, Buffer.from('123456789'));
  const own = eq(uploads.upload_id, upload.id);
  await db
    .update(uploads)
    .set({ capability_expires_at: new Date(Date.now() - 1000) })
    .where(own);
  const sweeping = await transact(db, async (tx) => {
    await tx.update(uploads).set({ state: 'checking' }).where(own);
    const swept = sweepUploads(dependencies, 7);
    await expect.poll(async () => (await waitingForLocks()) > 0).toBe(true);
    return { swept };
  });
  await sweeping.swept;
  const [row] = await db.select().from(uploads).where(own);
  expect(row?.state).toBe('checking');
  expect((await stat(path.join(dependencies.uploads_folder, upload.id))).size).toBe(9);
});

test('a server killed after the last byte queues the check at its next start', async () => {
  const { db, dependencies, patch } = world;
  const upload = await start();
  await patch(upload, 0, Buffer.from('1234567890'));
  await db.execute(sql`select graphile_worker.remove_job(${`check-upload:${upload.id}`})`);
  await db.update(uploads).set({ state: 'receiving' }).where(eq(uploads.upload_id, upload.id));
  await resumeUploads(dependencies);
  await resumeUploads(dependencies);
  const [row] = await db.select().from(uploads).where(eq(uploads.upload_id, upload.id));
  expect(row?.state).toBe('checking');
  const jobs = await db.execute(sql`select count(*)::int as n from graphile_worker.jobs
    where key = ${`check-upload:${upload.id}`}`);
  expect(jobs.rows[0]).toEqual({ n: 1 });
});

test('two writers at once give one upload with all bytes', async () => {
  const { patch, ask } = world;
  const bytes = Buffer.alloc(2_000_000, 'abcdefghij');
  const upload = await start(bytes.length);
  const answers = await Promise.all(
    [patch(upload, 0, bytes), patch(upload, 0, bytes)].map((each) => each.catch(() => null)),
  );
  expect(answers.some((answer) => answer?.status === 204 || answer === null || answer.status === 409)).toBe(
    true,
  );
  const at = Number((await ask('HEAD', upload)).headers.get('upload-offset'));
  if (at < bytes.length) expect((await patch(upload, at, bytes.subarray(at))).status).toBe(204);
  expect((await ask('HEAD', upload)).headers.get('upload-offset')).toBe(String(bytes.length));
});

/**
 * Sends one request on the agent's connection with its body, whether the server reads it or not; returns the status.
 */
function onAgent(agent: Agent, url: string, options: RequestOptions, body?: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

test('the connection of a refused upload can send the next request', async () => {
  const bytes = Buffer.alloc(2_000_000, 'abcdefghij');
  const { url, capability } = await start(bytes.length);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asks = { ...tusHeaders, 'upload-capability': capability };
  const headers = { ...asks, 'content-type': bytesType, 'upload-offset': '7' };
  const length = { 'content-length': String(bytes.length) };
  for (let round = 0; round < 3; round += 1) {
    expect(await onAgent(agent, url, { method: 'PATCH', headers: { ...headers, ...length } }, bytes)).toBe(
      409,
    );
    expect(await onAgent(agent, url, { method: 'HEAD', headers: asks })).toBe(200);
  }
  agent.destroy();
});

test('an HN ID is checked before sending: free, taken, unknown', async () => {
  const { call, doctor, technician } = world;
  const free = await call(`upload/check?hn_id=${freeHn()}`, doctor.token);
  expect(await free.json()).toEqual({ state: 'free', case_id: null, taken: null });
  expect((await call(`upload/check?hn_id=HNx`, doctor.token)).status).toBe(422);
  expect((await call(`upload/check?hn_id=${freeHn()}`, technician.token)).status).toBe(403);
});

test('the history is the caller’s scope', async () => {
  const { call, doctor, outsider, technician } = world;
  const upload = await start();
  expect(JSON.stringify(await (await call('upload/history', doctor.token)).json())).toContain(upload.id);
  expect(JSON.stringify(await (await call('upload/history', outsider.token)).json())).not.toContain(
    upload.id,
  );
  expect((await call('upload/history', technician.token)).status).toBe(403);
  const found = await call('upload/history?q=patch&outcome=receiving', doctor.token);
  expect(await found.text()).toContain(upload.id);
});

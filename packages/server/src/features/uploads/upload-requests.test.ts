/** Tests recordings that are sent together with their request, and several requests in one call. */
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eq } from 'drizzle-orm';
import { recordingZip } from './recording-zip.ts';
import { synthRecording } from './test-zip.ts';
import { caseHistory } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { uploadWorld, type UploadWorld } from '../../testing/test-uploads.ts';

let world: UploadWorld;
beforeAll(async () => {
  world = await uploadWorld();
});

const complete = {
  patient_last_name: '田中',
  patient_id: 'P-1',
  birth_date: '1960-01-31',
  gender: 'female',
};
type Fields = Readonly<Record<string, string>>;

async function sent(hn_id: string, fields: Fields, token = world.doctor.token): Promise<string> {
  const zip = await recordingZip(synthRecording({ hn_id, seconds: 10 }));
  return (await world.send(token, zip, { hn_id, ...fields })).id;
}

const rowShape = z.object({
  items: z.array(
    z.object({
      upload_id: z.string(),
      case_id: z.number().nullable(),
      request: z
        .object({ state: z.string(), code: z.string().nullable(), detail: z.string().nullable() })
        .nullable(),
    }),
  ),
});

async function read(upload_id: string, language = 'en') {
  const answer = await world.call('upload/history?size=100', world.doctor.token, {
    headers: { 'accept-language': language },
  });
  const row = rowShape.parse(await answer.json()).items.find((item) => item.upload_id === upload_id);
  if (row === undefined) throw new Error('no such upload');
  return row;
}

const detailShape = z.object({ case_id: z.number(), version: z.number(), status: z.string() });

async function caseOf(case_id: number | null) {
  return detailShape.parse(
    await (await world.call(`case/case/${String(case_id)}`, world.doctor.token)).json(),
  );
}

async function readyCase(hn_id: string, fields: Fields = complete) {
  const upload_id = await sent(hn_id, fields);
  await world.check(upload_id);
  return caseOf((await read(upload_id)).case_id);
}

test('a recording sent with its request is requested as soon as its case is ready, once', async () => {
  const upload_id = await sent('HN200001', { ...complete, request: 'true' });
  expect((await read(upload_id)).request).toEqual({ state: 'waiting', code: null, detail: null });
  await Promise.all([world.check(upload_id), world.check(upload_id)]);
  const { request, case_id } = await read(upload_id);
  expect(request).toEqual({ state: 'requested', code: null, detail: null });
  expect(await caseOf(case_id)).toMatchObject({ status: 'request' });
  const history = await world.db
    .select()
    .from(caseHistory)
    .where(eq(caseHistory.case_id, case_id ?? 0));
  const requests = history.filter(({ action }) => action === 'request');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ role_key: 'DOCTOR', request_id: upload_id });
});

test('a recording sent without a request is not requested', async () => {
  expect((await readyCase('HN200002')).status).toBe('ready');
});

test('a refused request leaves the case ready and says why, in the user’s language', async () => {
  const upload_id = await sent('HN200003', { patient_id: 'P-3', request: 'true' });
  await world.check(upload_id);
  const { request, case_id } = await read(upload_id, 'ja');
  expect(request).toMatchObject({ state: 'refused', code: 'case/required-missing' });
  expect(request?.detail).toMatch(/[ぁ-ん]/);
  expect(await caseOf(case_id)).toMatchObject({ status: 'ready', version: 1 });
});

test('users who may not request cannot send the request either', async () => {
  const answer = await world.begin(
    world.carrier.token,
    { hn_id: 'HN200004', hospital_id: String(world.hospital), request: 'true' },
    10,
  );
  expect(answer.status).toBe(403);
});

test('a user who has lost the permission meanwhile requests nothing', async () => {
  const leaving = await world.addUser('leaving', 'DOCTOR', world.hospital);
  const upload_id = await sent('HN200005', { ...complete, request: 'true' }, leaving.token);
  await world.db.update(users).set({ deleted_at: new Date() }).where(eq(users.user_id, 'leaving'));
  await world.check(upload_id);
  const { request, case_id } = await read(upload_id);
  expect(request).toMatchObject({ state: 'refused', code: 'auth/account-inactive' });
  expect(await caseOf(case_id)).toMatchObject({ status: 'ready' });
});

const requestMany = (token: string, cases: readonly object[], headers = {}) =>
  world.call('case/requests', token, { method: 'POST', body: { cases }, headers });

const resultsShape = z.object({
  results: z.array(
    z.object({
      case_id: z.number(),
      ok: z.boolean(),
      code: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
});

test('each of many requests is decided separately, and a repeated call gets the first answer', async () => {
  const good = await readyCase('HN200011');
  const poor = await readyCase('HN200012', {});
  const stale = await readyCase('HN200013');
  const cases = [
    { case_id: stale.case_id, version: stale.version + 1 },
    { case_id: poor.case_id, version: poor.version },
    { case_id: good.case_id, version: good.version },
    { case_id: 999_999_999, version: 1 },
  ];
  const first = await requestMany(world.doctor.token, cases, { 'idempotency-key': 'many-1' });
  const { results } = resultsShape.parse(await first.json());
  expect(results.map(({ case_id, ok, code }) => [case_id, ok, code])).toEqual([
    [stale.case_id, false, 'case/stale-version'],
    [poor.case_id, false, 'case/required-missing'],
    [good.case_id, true, null],
    [999_999_999, false, 'object/not-found'],
  ]);
  expect(results[1]?.detail).not.toBe('');
  const again = await requestMany(world.doctor.token, cases, { 'idempotency-key': 'many-1' });
  expect(resultsShape.parse(await again.json()).results).toEqual(results);
  expect(await caseOf(good.case_id)).toMatchObject({ status: 'request', version: good.version + 1 });
  expect(await caseOf(poor.case_id)).toMatchObject({ status: 'ready', version: poor.version });
});

test('another hospital’s case is not found by many requests either', async () => {
  const { case_id, version } = await readyCase('HN200014');
  const answer = await requestMany(world.outsider.token, [{ case_id, version }]);
  const { results } = resultsShape.parse(await answer.json());
  expect(results).toMatchObject([{ ok: false, code: 'object/not-found' }]);
  expect((await requestMany(world.technician.token, [{ case_id, version }])).status).toBe(403);
  expect((await caseOf(case_id)).status).toBe('ready');
});

test('a taken HN ID names time and user to those who see the case, and nothing to others', async () => {
  const { case_id } = await readyCase('HN200021');
  const look = async (token: string): Promise<unknown> =>
    (await world.call('upload/check?hn_id=HN200021', token)).json();
  expect(await look(world.doctor.token)).toMatchObject({
    state: 'taken',
    taken: { case_id, created_by: { id: world.doctor.id } },
  });
  expect(await look(world.outsider.token)).toEqual({ state: 'taken', case_id: null, taken: null });
});

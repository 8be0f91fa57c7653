/** Tests daily and weekly digests, and the page of all notifications. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications } from '../../platform/db/schema/notices.ts';
import { users } from '../../platform/db/schema/people.ts';
import { sendDigests } from './send-digests.ts';
import {
  server,
  clock,
  takeJobs,
  notify,
  withPushService,
  choose,
  statusOf,
  bell,
  mail,
} from './test-push-notices.ts';

withPushService();

test('the day’s digest contains once what came before seven and was not read, by category, without a case', async () => {
  const { chief } = server.callers;
  const silent = { bell: false, push: false, mail: true };
  await choose(chief, { channels: { request: mail, closing: mail, correction: silent } });
  await notify(chief, 'new-request', 'HN1');
  await notify(chief, 'new-request', 'HN2');
  await notify(chief, 'edit-requested', 'HN3');
  await notify(chief, 'closed', 'HN4');
  expect(await takeJobs()).toEqual([]);
  const send = () => sendDigests({ db: server.db, clock });
  expect(await send()).toEqual({ digests: 0 });
  await server.db.update(notifications).set({ status: 'Y' }).where(eq(notifications.code, 'closed'));
  clock.advance(13 * 3_600_000);
  await notify(chief, 'new-request', 'HN5');
  expect(await send()).toEqual({ digests: 1 });
  const [job, ...more] = await takeJobs();
  expect(more).toEqual([]);
  expect(job?.payload).toMatchObject({
    code: 'notification-digest',
    to: 'chief@hospital.example',
    parameters: { items: '[{"category":"request","count":2},{"category":"correction","count":1}]' },
  });
  expect(JSON.stringify(job)).not.toMatch(/HN\d|김민수/);
  expect(await send()).toEqual({ digests: 0 });
  clock.advance(24 * 3_600_000);
  expect(await send()).toEqual({ digests: 1 });
});

test('two simultaneous digests notify once; a weekly digest waits for Monday', async () => {
  const { chief, doctor } = server.callers;
  await choose(chief, { channels: { request: mail } });
  await choose(doctor, { channels: { progress: mail }, mail_rhythm: 'week' });
  await notify(chief, 'new-request');
  await notify(doctor, 'started');
  clock.advance(24 * 3_600_000);
  const runs = await Promise.all([1, 2].map(() => sendDigests({ db: server.db, clock })));
  expect(runs.reduce((sum, { digests }) => sum + digests, 0)).toBe(1);
  clock.advance(2 * 24 * 3_600_000);
  expect(await sendDigests({ db: server.db, clock })).toEqual({ digests: 1 });
  expect((await takeJobs()).map(({ payload }) => payload['to'])).toEqual([
    'chief@hospital.example',
    'doctor@hospital.example',
  ]);
});

test('a user who is dormant by then, or chose no mail meanwhile, gets no digest, and nothing stays waiting', async () => {
  const { chief, doctor } = server.callers;
  await choose(chief, { channels: { request: mail } });
  await choose(doctor, { channels: { progress: mail } });
  await notify(chief, 'new-request');
  await notify(doctor, 'started');
  await choose(chief, { channels: { request: bell } });
  await server.db.update(users).set({ use_flag: 'D' }).where(eq(users.id, doctor.id));
  clock.advance(24 * 3_600_000);
  expect(await sendDigests({ db: server.db, clock })).toEqual({ digests: 0 });
  expect([...(await statusOf(chief)), ...(await statusOf(doctor))]).toEqual(['N false', 'N false']);
  await server.db.update(users).set({ use_flag: 'Y' }).where(eq(users.id, doctor.id));
});

test('the page of all notifications is filtered by category, read state and time, and contains only one’s own', async () => {
  const { chief, doctor } = server.callers;
  const ask = async (query: string) => {
    const answer = await server.call(chief, `notification/page?${query}`);
    return { status: answer.status, body: await answer.json() };
  };
  await notify(chief, 'new-request', 'HN1');
  clock.advance(3_600_000);
  await notify(chief, 'closed', 'HN2');
  await notify(doctor, 'completed', 'HN3');
  await server.db.update(notifications).set({ status: 'Y' }).where(eq(notifications.code, 'closed'));
  const codes = (of: string[], total = of.length) => ({
    body: { total, items: of.map((code) => ({ code })) },
  });
  expect(await ask('')).toMatchObject(codes(['closed', 'new-request']));
  expect(await ask('unread=true')).toMatchObject(codes(['new-request']));
  expect(await ask('category=closing&category=critical')).toMatchObject(codes(['closed']));
  expect(await ask('to_time=2026-11-20T10:00:00.000Z')).toMatchObject(codes(['new-request']));
  expect(await ask('from_time=2026-11-20T10:00:00.000Z')).toMatchObject(codes(['closed']));
  expect(await ask('size=1&page=2')).toMatchObject(codes(['new-request'], 2));
  expect((await ask('category=weather')).status).toBe(422);
});

/** What leaves the house for a notification: by what its reader chose, once, and about no patient. */
import { createECDH } from 'node:crypto';
import {
  channelsOf,
  type ChannelTable,
  type NotificationPreferences,
} from '@rhythmdesk/domain/notice/notification-preferences';
import { notificationTable, type NotificationCode } from '@rhythmdesk/domain/notice/notifications';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { standingClock } from '../../platform/clock/clock.ts';
import { notificationPreferences, notifications } from '../../platform/db/schema/notices.ts';
import { pushTokens, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { GiveUp } from '../../platform/jobs/give-up.ts';
import { pushAuthority, testPushService } from '../../platform/push/test-push-service.ts';
import { publicPushKey, webPushPort } from '../../platform/push/web-push-port.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { sendDigests } from './send-digests.ts';
import { sendPush } from './send-push.ts';
import { noticeServer } from './test-notices.ts';

const pair = createECDH('prime256v1');
pair.generateKeys();
const key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
const service = await testPushService(publicPushKey(key));
const port = webPushPort({
  key,
  contact: 'mailto:a@desk.example',
  hosts: [service.host],
  ca: pushAuthority,
});
let server: Awaited<ReturnType<typeof noticeServer>>;
beforeAll(async () => {
  server = await noticeServer();
});
afterAll(async () => {
  await server.stop();
  await service.close();
});

/** A Friday, 18:00 in Seoul. */
const evening = new Date('2026-11-20T09:00:00.000Z');
let clock = standingClock(evening);
beforeEach(async () => {
  clock = standingClock(evening);
  service.received.length = 0;
  service.next.answer = { status: 201 };
  await server.db.delete(notifications);
  await server.db.delete(pushTokens);
  await server.db.delete(notificationPreferences);
  await server.db.execute(sql`delete from graphile_worker._private_jobs`);
  await server.db.update(users).set({ email: sql`user_id || '@hospital.example'`, language: 'ko' });
});

const jobShape = z.object({
  task: z.string(),
  payload: z.record(z.string(), z.unknown()),
  run_at: z.string(),
});

/** The jobs that wait, the first queued first; taken out of the queue. */
async function takeJobs() {
  const { rows } = await server.db.execute(sql`
    with gone as (delete from graphile_worker._private_jobs returning id, task_id, payload, run_at)
    select t.identifier as task, gone.payload,
      to_char(gone.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as run_at
    from gone join graphile_worker._private_tasks t on t.id = gone.task_id order by gone.id`);
  return z.array(jobShape).parse(rows);
}

const pushPayload = z.object({ notification_id: z.number(), token_id: z.number().optional() });

/** Runs the push jobs that wait, and those that they queue, until none is left; gives what each came to. */
async function runPush(): Promise<string[]> {
  const outcomes: string[] = [];
  for (;;) {
    const jobs = (await takeJobs()).filter(({ task }) => task === 'send-push');
    if (jobs.length === 0) return outcomes;
    for (const { payload } of jobs) {
      outcomes.push(await sendPush({ db: server.db, clock, port }, pushPayload.parse(payload)));
    }
  }
}

async function tell(caller: Caller, code: NotificationCode, hn_id = 'HN26K05102'): Promise<void> {
  const { category } = notificationTable[code];
  const row = {
    ...{ user_id: caller.id, patch_id: server.case_id, code, category },
    parameters: { hn_id, comment: '김민수 환자', user_name: '박기사' },
    create_time: clock.now(),
  };
  await transact(server.db, (tx) => insertNotifications(tx, [row]));
}

async function subscribe({ id }: Caller, path: string): Promise<void> {
  await server.db.insert(pushTokens).values({ push_token: service.subscribe(path), user_id: id });
}

type Choice = Partial<Omit<NotificationPreferences, 'channels'>> & { channels?: Partial<ChannelTable> };

async function choose(caller: Caller, { channels, ...rest }: Choice) {
  const chosen = {
    quiet: null,
    mail_rhythm: 'day',
    time_zone: 'Asia/Seoul',
    ...rest,
    channels: channelsOf(caller.role_key, channels),
  };
  const init = { method: 'PUT', body: JSON.stringify(chosen) };
  const answer = await server.call(caller, 'notification/preferences', init);
  return { status: answer.status, body: await answer.json() };
}

const statusOf = async ({ id }: Caller) =>
  (
    await server.db
      .select({ status: notifications.status, awaits: notifications.awaits_digest })
      .from(notifications)
      .where(eq(notifications.user_id, id))
  ).map(({ status, awaits }) => `${status} ${String(awaits)}`);

const [off, bell, push, mail] = [
  { bell: false, push: false, mail: false },
  { bell: true, push: false, mail: false },
  { bell: true, push: true, mail: false },
  { bell: true, push: false, mail: true },
];

test('preferences begin as the role’s, are kept as chosen, and cannot silence a critical finding', async () => {
  const { chief } = server.callers;
  const read = async () => (await server.call(chief, 'notification/preferences')).json();
  expect(await read()).toMatchObject({
    preferences: { channels: { request: push, closing: bell }, quiet: null, time_zone: 'Asia/Seoul' },
    has_email: true,
  });
  const quiet = { from_minute: 1_320, to_minute: 420 };
  const chosen = {
    channels: { request: off },
    quiet,
    mail_rhythm: 'week',
    time_zone: 'Europe/Berlin',
  } as const;
  expect((await choose(chief, chosen)).status).toBe(200);
  expect(await read()).toMatchObject({
    preferences: {
      channels: { request: off, closing: bell },
      quiet,
      mail_rhythm: 'week',
      time_zone: 'Europe/Berlin',
    },
    usual: { request: push },
  });
  for (const critical of [off, bell, { bell: false, push: true, mail: true }]) {
    expect(await choose(chief, { channels: { critical } })).toMatchObject({
      status: 406,
      body: { code: 'notification/critical-silenced' },
    });
  }
  const nowhere = await choose(chief, { time_zone: 'Asia/Nowhere' });
  const endless = await choose(chief, { quiet: { from_minute: 60, to_minute: 60 } });
  const late = await choose(chief, { quiet: { from_minute: 60, to_minute: 1_440 } });
  expect([nowhere.status, endless.status, late.status]).toEqual([422, 422, 422]);
  expect(await read()).toMatchObject({ preferences: { mail_rhythm: 'week', quiet } });
});

test('every browser of the reader is pushed to once, with category and HN ID and nothing else of the case', async () => {
  const { chief, doctor } = server.callers;
  await subscribe(chief, '/desk');
  await subscribe(chief, '/phone');
  await subscribe(doctor, '/other');
  await tell(chief, 'rejected');
  expect((await runPush()).toSorted()).toEqual(['queued', 'sent', 'sent']);
  const [row] = await server.db.select().from(notifications);
  const message = {
    notification_id: String(row?.id),
    patch_id: String(server.case_id),
    category: 'request',
    hn_id: 'HN26K05102',
    title: '의뢰',
    body: 'HN26K05102',
  };
  expect(service.received.map(({ message: read }) => read)).toEqual([message, message]);
});

test('who has no browser, wants no push, or has read it meanwhile is not pushed to', async () => {
  const { chief } = server.callers;
  await tell(chief, 'new-request');
  expect(await takeJobs()).toEqual([]);
  await subscribe(chief, '/desk');
  await tell(chief, 'closed');
  expect(await takeJobs()).toEqual([]);
  await tell(chief, 'new-request');
  await server.call(chief, 'notification/read-all', { method: 'PUT', body: '{}' });
  expect(await runPush()).toEqual(['useless']);
  await tell(chief, 'new-request');
  await choose(chief, { channels: { request: bell } });
  expect(await runPush()).toEqual(['useless']);
  await choose(chief, { channels: { request: { bell: false, push: true, mail: false } } });
  await tell(chief, 'new-request');
  expect(await runPush()).toEqual(['queued', 'sent']);
});

test('a browser that signs in as somebody else meanwhile, and a message of yesterday, tell nothing', async () => {
  const { chief, otherchief } = server.callers;
  await subscribe(chief, '/shared');
  await tell(chief, 'new-request');
  const [first] = await takeJobs();
  expect(await sendPush({ db: server.db, clock, port }, pushPayload.parse(first?.payload))).toBe('queued');
  await server.db.update(pushTokens).set({ user_id: otherchief.id });
  expect(await runPush()).toEqual(['useless']);
  await server.db.update(pushTokens).set({ user_id: chief.id });
  await tell(chief, 'new-request');
  clock.advance(86_400_000);
  expect(await runPush()).toEqual(['useless']);
  expect(service.received).toEqual([]);
});

test('a dead token is dropped, a busy service asked later, a refused message given up, a fault tried again', async () => {
  const { chief } = server.callers;
  await subscribe(chief, '/gone');
  await subscribe(chief, '/here');
  service.forget('/gone');
  await tell(chief, 'new-request');
  expect((await runPush()).toSorted()).toEqual(['dropped', 'queued', 'sent']);
  expect(await server.db.$count(pushTokens)).toBe(1);
  await tell(chief, 'new-request');
  const [fanOut] = await takeJobs();
  await sendPush({ db: server.db, clock, port }, pushPayload.parse(fanOut?.payload));
  const [one] = await takeJobs();
  const send = () => sendPush({ db: server.db, clock, port }, pushPayload.parse(one?.payload));
  service.next.answer = { status: 429, headers: { 'retry-after': '600' } };
  expect(await send()).toBe('later');
  expect(await takeJobs()).toMatchObject([{ payload: one?.payload, run_at: '2026-11-20T09:10' }]);
  service.next.answer = { status: 500 };
  await expect(send()).rejects.not.toBeInstanceOf(GiveUp);
  service.next.answer = { status: 400 };
  await expect(send()).rejects.toBeInstanceOf(GiveUp);
  expect(await server.db.$count(pushTokens)).toBe(1);
});

test('quiet hours hold push and mail until their end; a critical finding waits for nothing', async () => {
  const { chief } = server.callers;
  await subscribe(chief, '/desk');
  const loud = { bell: true, push: true, mail: true };
  const quiet = { from_minute: 17 * 60, to_minute: 7 * 60 };
  await choose(chief, { channels: { request: loud, critical: loud }, quiet, mail_rhythm: 'each' });
  await tell(chief, 'new-request');
  // Seven in the morning in Seoul.
  expect(await takeJobs()).toMatchObject([
    { task: 'send-push', run_at: '2026-11-20T22:00' },
    { task: 'send-mail', run_at: '2026-11-20T22:00', payload: { code: 'notifications', language: 'ko' } },
  ]);
  await tell(chief, 'critical-finding');
  const [pushed, mailed] = await takeJobs();
  expect([pushed?.task, mailed?.task]).toEqual(['send-push', 'send-mail']);
  expect(mailed?.payload).toMatchObject({ code: 'critical-finding', to: 'chief@hospital.example' });
  expect([pushed?.run_at, mailed?.run_at]).not.toContain('2026-11-20T22:00');
});

test('without the bell an item comes into the list as read, and the badge stays', async () => {
  const { chief } = server.callers;
  await choose(chief, { channels: { request: off } });
  await tell(chief, 'new-request');
  expect(await statusOf(chief)).toEqual(['Y false']);
  const list = await (await server.call(chief, 'notification/notifications')).json();
  expect(list).toMatchObject({ noti_count: 0, unread: 0, items: [{ status: 'Y', code: 'new-request' }] });
});

test('the day’s digest tells once what came before seven and was not read, by category, of no case', async () => {
  const { chief } = server.callers;
  const silent = { bell: false, push: false, mail: true };
  await choose(chief, { channels: { request: mail, closing: mail, correction: silent } });
  await tell(chief, 'new-request', 'HN1');
  await tell(chief, 'new-request', 'HN2');
  await tell(chief, 'edit-requested', 'HN3');
  await tell(chief, 'closed', 'HN4');
  expect(await takeJobs()).toEqual([]);
  const send = () => sendDigests({ db: server.db, clock });
  expect(await send()).toEqual({ digests: 0 });
  await server.db.update(notifications).set({ status: 'Y' }).where(eq(notifications.code, 'closed'));
  clock.advance(13 * 3_600_000);
  await tell(chief, 'new-request', 'HN5');
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

test('digests of two runs that meet tell nothing twice; a week’s digest waits for Monday', async () => {
  const { chief, doctor } = server.callers;
  await choose(chief, { channels: { request: mail } });
  await choose(doctor, { channels: { progress: mail }, mail_rhythm: 'week' });
  await tell(chief, 'new-request');
  await tell(doctor, 'started');
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

test('who is dormant by then, or chose no mail meanwhile, gets no digest, and nothing stays waiting', async () => {
  const { chief, doctor } = server.callers;
  await choose(chief, { channels: { request: mail } });
  await choose(doctor, { channels: { progress: mail } });
  await tell(chief, 'new-request');
  await tell(doctor, 'started');
  await choose(chief, { channels: { request: bell } });
  await server.db.update(users).set({ use_flag: 'D' }).where(eq(users.id, doctor.id));
  clock.advance(24 * 3_600_000);
  expect(await sendDigests({ db: server.db, clock })).toEqual({ digests: 0 });
  expect([...(await statusOf(chief)), ...(await statusOf(doctor))]).toEqual(['N false', 'N false']);
  await server.db.update(users).set({ use_flag: 'Y' }).where(eq(users.id, doctor.id));
});

test('the page of all notifications is filtered by category, reading and time, and holds one’s own alone', async () => {
  const { chief, doctor } = server.callers;
  const ask = async (query: string) => {
    const answer = await server.call(chief, `notification/page?${query}`);
    return { status: answer.status, body: await answer.json() };
  };
  await tell(chief, 'new-request', 'HN1');
  clock.advance(3_600_000);
  await tell(chief, 'closed', 'HN2');
  await tell(doctor, 'completed', 'HN3');
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

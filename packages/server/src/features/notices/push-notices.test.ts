/** Tests the outgoing messages of a notification: by its reader's settings, once, and without patient data. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications } from '../../platform/db/schema/notices.ts';
import { pushTokens, userGroups } from '../../platform/db/schema/people.ts';
import { GiveUp } from '../../platform/jobs/give-up.ts';
import { sendPush } from './send-push.ts';
import {
  server,
  clock,
  service,
  port,
  pushPayload,
  takeJobs,
  runPush,
  notify,
  withPushService,
  subscribe,
  choose,
  statusOf,
  off,
  bell,
  push,
} from './test-push-notices.ts';

withPushService();

test('preferences begin with the role’s defaults, are stored as chosen, and cannot silence a critical finding', async () => {
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

test('the zone of an institution that was stored as an abbreviation is shown by its name, and can be saved', async () => {
  const { doctor } = server.callers;
  const institution = eq(userGroups.id, doctor.user_group.id);
  await server.db.update(userGroups).set({ time_zone: 'JST' }).where(institution);
  const answer = await server.call(doctor, 'notification/preferences');
  expect(await answer.json()).toMatchObject({ preferences: { time_zone: 'Asia/Tokyo' } });
  expect((await choose(doctor, { time_zone: 'Asia/Tokyo' })).status).toBe(200);
});

test('every browser of the user gets one push, with category and HN ID and nothing else of the case', async () => {
  const { chief, doctor } = server.callers;
  await subscribe(chief, '/desk');
  await subscribe(chief, '/phone');
  await subscribe(doctor, '/other');
  await notify(chief, 'rejected');
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

test('a user without a browser, without push, or who has read it meanwhile gets no push', async () => {
  const { chief } = server.callers;
  await notify(chief, 'new-request');
  expect(await takeJobs()).toEqual([]);
  await subscribe(chief, '/desk');
  await notify(chief, 'closed');
  expect(await takeJobs()).toEqual([]);
  await notify(chief, 'new-request');
  await server.call(chief, 'notification/read-all', { method: 'PUT', body: '{}' });
  expect(await runPush()).toEqual(['useless']);
  await notify(chief, 'new-request');
  await choose(chief, { channels: { request: bell } });
  expect(await runPush()).toEqual(['useless']);
  await choose(chief, { channels: { request: { bell: false, push: true, mail: false } } });
  await notify(chief, 'new-request');
  expect(await runPush()).toEqual(['queued', 'sent']);
});

test('a browser where another user signs in meanwhile, and a message of yesterday, get nothing', async () => {
  const { chief, otherchief } = server.callers;
  await subscribe(chief, '/shared');
  await notify(chief, 'new-request');
  const [first] = await takeJobs();
  expect(await sendPush({ db: server.db, clock, port }, pushPayload.parse(first?.payload))).toBe('queued');
  await server.db.update(pushTokens).set({ user_id: otherchief.id });
  expect(await runPush()).toEqual(['useless']);
  await server.db.update(pushTokens).set({ user_id: chief.id });
  await notify(chief, 'new-request');
  clock.advance(86_400_000);
  expect(await runPush()).toEqual(['useless']);
  expect(service.received).toEqual([]);
});

test('a dead token is dropped, a busy service is tried later, a refused message fails, an error is repeated', async () => {
  const { chief } = server.callers;
  await subscribe(chief, '/gone');
  await subscribe(chief, '/here');
  service.forget('/gone');
  await notify(chief, 'new-request');
  expect((await runPush()).toSorted()).toEqual(['dropped', 'queued', 'sent']);
  expect(await server.db.$count(pushTokens)).toBe(1);
  await notify(chief, 'new-request');
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

test('quiet hours delay push and mail until their end; a critical finding waits for nothing', async () => {
  const { chief } = server.callers;
  await subscribe(chief, '/desk');
  const loud = { bell: true, push: true, mail: true };
  const quiet = { from_minute: 17 * 60, to_minute: 7 * 60 };
  await choose(chief, { channels: { request: loud, critical: loud }, quiet, mail_rhythm: 'each' });
  await notify(chief, 'new-request');
  // Seven in the morning in Seoul.
  expect(await takeJobs()).toMatchObject([
    { task: 'send-push', run_at: '2026-11-20T22:00' },
    { task: 'send-mail', run_at: '2026-11-20T22:00', payload: { code: 'notifications', language: 'ko' } },
  ]);
  await notify(chief, 'critical-finding');
  const [pushed, mailed] = await takeJobs();
  expect([pushed?.task, mailed?.task]).toEqual(['send-push', 'send-mail']);
  expect(mailed?.payload).toMatchObject({ code: 'critical-finding', to: 'chief@hospital.example' });
  expect([pushed?.run_at, mailed?.run_at]).not.toContain('2026-11-20T22:00');
});

test('without the bell an item is listed as read, and the badge stays', async () => {
  const { chief } = server.callers;
  await choose(chief, { channels: { request: off } });
  await notify(chief, 'new-request');
  expect(await statusOf(chief)).toEqual(['Y false']);
  const list = await (await server.call(chief, 'notification/notifications')).json();
  expect(list).toMatchObject({ noti_count: 0, unread: 0, items: [{ status: 'Y', code: 'new-request' }] });
});

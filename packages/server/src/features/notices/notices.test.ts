import type { NotificationCode } from '@rhythmdesk/domain/notice/notifications';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { publish } from '../../platform/live/publish.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { eventReader, noticeServer } from './test-notices.ts';

let server: Awaited<ReturnType<typeof noticeServer>>;
beforeAll(async () => {
  server = await noticeServer();
});
afterAll(() => server.stop());

async function notify(user_id: number, code: NotificationCode = 'new-request'): Promise<void> {
  await server.db.transaction(async (tx) => {
    const row = {
      user_id,
      patch_id: server.case_id,
      category: 'request' as const,
      code,
      parameters: { hn_id: 'HN000001' },
      create_time: new Date(),
    };
    await insertNotifications(tx, [row]);
  });
}
const put = (path: string, body: object) =>
  server.call(server.callers.doctor, path, { method: 'PUT', body: JSON.stringify(body) });
const list = async (language = 'en') =>
  (
    await server.call(server.callers.doctor, 'notification/notifications', {
      headers: { 'accept-language': language },
    })
  ).json();

test('the badge counts new items since it was set to 0, and the items stay unread', async () => {
  await notify(server.callers.doctor.id);
  await notify(server.callers.doctor.id);
  expect(await list('ko')).toMatchObject({
    noti_count: 2,
    items: [{ status: 'N', content: 'HN000001: 새 분석 의뢰가 도착했습니다.' }, { status: 'N' }],
  });
  expect(await (await put('notification/badge', { user_id: server.callers.doctor.id })).json()).toEqual({
    noti_count: 0,
  });
  expect(await list()).toMatchObject({ noti_count: 0, items: [{ status: 'N' }, { status: 'N' }] });
  await notify(server.callers.doctor.id);
  expect(await list()).toMatchObject({ noti_count: 1 });
  expect(await (await put('notification/read', { patch_id: server.case_id })).json()).toEqual({
    noti_count: 0,
  });
  expect(await list()).toMatchObject({
    noti_count: 0,
    items: [{ status: 'Y' }, { status: 'Y' }, { status: 'Y' }],
  });
});

test('the list pages past a hundred in the order of time, counts unread items, and marks all at once', async () => {
  const { outsider } = server.callers;
  const times = Array.from(
    { length: 130 },
    (_, index) => new Date(Date.UTC(2026, 10, 1, 0, (index * 37) % 130)),
  );
  await server.db.transaction(async (tx) => {
    const rows = times.map((create_time) => ({
      user_id: outsider.id,
      patch_id: server.case_id,
      category: 'request' as const,
      code: 'new-request' as const,
      parameters: { hn_id: 'HN000001' },
      create_time,
    }));
    await insertNotifications(tx, rows);
  });
  const page = z.object({
    items: z.array(z.object({ id: z.number(), status: z.string(), create_time: z.string() })),
    unread: z.number(),
    more: z.boolean(),
    noti_count: z.number(),
  });
  const ask = async (query = '') =>
    page.parse(await (await server.call(outsider, `notification/notifications${query}`)).json());
  const first = await ask();
  expect([first.items.length, first.unread, first.more]).toEqual([100, 130, true]);
  const rest = await ask(`?before=${String(first.items.at(-1)?.id)}`);
  expect([rest.items.length, rest.more]).toEqual([30, false]);
  const shown = [...first.items, ...rest.items];
  const expected = times.map((time) => time.toISOString()).sort((a, b) => b.localeCompare(a));
  expect(shown.map(({ create_time }) => create_time)).toEqual(expected);
  await server.call(outsider, 'notification/badge', { method: 'PUT', body: '{}' });
  expect(await ask()).toMatchObject({ noti_count: 0, unread: 130 });
  await server.call(outsider, 'notification/read-all', { method: 'PUT', body: '{}' });
  const read = await ask();
  expect(read.unread).toBe(0);
  expect(new Set(read.items.map(({ status }) => status))).toEqual(new Set(['Y']));
});

test('nobody reads or resets another’s', async () => {
  const other = String(server.callers.chief.id);
  const read = await server.call(server.callers.doctor, `notification/notifications?user_id=${other}`);
  expect(read.status).toBe(404);
  expect((await put('notification/badge', { user_id: server.callers.chief.id })).status).toBe(404);
});

/** Reads the stream until it sends this notification. */
async function heard(stream: ReturnType<typeof eventReader>, code: NotificationCode): Promise<void> {
  let event = '';
  while (!event.includes(`"code":"${code}"`)) {
    event = JSON.stringify(await stream.next('notification'));
    if (event === '"ended"') throw new Error(`the stream ended before ${code}`);
  }
}

test('a stream greets, and sends only its own notifications, badge, and the cases in its scope', async () => {
  const { doctor, outsider, chief } = server.callers;
  const open = async (caller: typeof doctor) =>
    eventReader(await server.call(caller, 'notification/stream', { headers: { 'accept-language': 'ja' } }));
  const [mine, foreign, center] = [await open(doctor), await open(outsider), await open(chief)];
  for (const stream of [mine, foreign, center]) expect(await stream.next()).toEqual({ type: 'hello' });
  // Events of earlier tests may still arrive; from here on the order is known.
  await notify(outsider.id, 'case-ready');
  await heard(foreign, 'case-ready');
  await server.db.transaction((tx) => publish(tx, { type: 'case', case_id: server.case_id, version: 7 }));
  expect(await mine.next('case')).toEqual({ type: 'case', case_id: server.case_id, version: 7 });
  expect(await center.next('case')).toEqual({ type: 'case', case_id: server.case_id, version: 7 });
  await notify(doctor.id);
  expect(await mine.next()).toMatchObject({
    type: 'notification',
    noti_count: 1,
    notification: { content: 'HN000001：新しい解析依頼が届きました。', status: 'N' },
  });
  await put('notification/read', { patch_id: server.case_id });
  expect(await mine.next()).toEqual({ type: 'badge', noti_count: 0 });
  await notify(outsider.id, 'completed');
  expect(await foreign.next()).toMatchObject({ type: 'notification', notification: { code: 'completed' } });
  for (const stream of [mine, foreign, center]) await stream.cancel();
});

test('a stream numbers its own events: a server number would reveal events of others', async () => {
  const { doctor, chief } = server.callers;
  const firstId = async (caller: typeof doctor): Promise<string> => {
    const answer = await server.call(caller, 'notification/stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let said = '';
    while (!said.includes('data: ')) said += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    return /^id: (.*)$/m.exec(said)?.[1] ?? '';
  };
  expect([await firstId(doctor), await firstId(chief)]).toEqual(['1', '1']);
});

test('a rolled-back change is sent to nobody', async () => {
  const mine = eventReader(await server.call(server.callers.doctor, 'notification/stream'));
  await mine.next();
  await server.db
    .transaction(async (tx) => {
      await publish(tx, { type: 'case', case_id: server.case_id, version: 8 });
      throw new Error('no');
    })
    .catch(() => undefined);
  await server.db.transaction((tx) => publish(tx, { type: 'case', case_id: server.case_id, version: 9 }));
  expect(await mine.next('case')).toMatchObject({ version: 9 });
  await mine.cancel();
});

test('a stream ends at once with its session, and others of the server do not', async () => {
  const { doctor, chief } = server.callers;
  const [mine, others] = [
    eventReader(await server.call(doctor, 'notification/stream')),
    eventReader(await server.call(chief, 'notification/stream')),
  ];
  await mine.next();
  await others.next();
  server.ended.add(doctor.id);
  await server.db.transaction((tx) => publish(tx, { type: 'revoked', user_id: doctor.id, keep: null }));
  expect(await mine.next()).toBe('ended');
  await server.db.transaction((tx) => publish(tx, { type: 'case', case_id: server.case_id, version: 10 }));
  expect(await others.next('case')).toMatchObject({ version: 10 });
  server.ended.clear();
  await others.cancel();
});

test('a client that reconnects refetches everything, and so does every client after a gap of the listener', async () => {
  const again = await server.call(server.callers.chief, 'notification/stream', {
    headers: { 'last-event-id': '3' },
  });
  const stream = eventReader(again);
  expect(await stream.next()).toEqual({ type: 'resync' });
  const client = new Client(server.database.superuser);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'rhythmdesk listener' and datname = current_database()`,
  );
  await client.end();
  expect(await stream.next()).toEqual({ type: 'resync' });
  await server.db.transaction((tx) => publish(tx, { type: 'case', case_id: server.case_id, version: 11 }));
  expect(await stream.next('case')).toMatchObject({ version: 11 });
  await stream.cancel();
});

test('a stream of a client with cached responses first sends changes since, only in its scope', async () => {
  const { doctor, outsider } = server.callers;
  const witness = eventReader(await server.call(doctor, 'notification/stream'));
  await witness.next();
  const change = (version: number): Promise<void> =>
    server.db.transaction((tx) => publish(tx, { type: 'case', case_id: server.case_id, version }));
  await change(12);
  expect(await witness.next('case')).toMatchObject({ version: 12 });
  const open = async (caller: typeof doctor, held: string) =>
    eventReader(await server.call(caller, `notification/stream${held}`));
  const [late, fresh] = [await open(doctor, '?unheard_ms=0'), await open(doctor, '')];
  const foreign = await open(outsider, '?unheard_ms=0');
  for (const stream of [late, fresh, foreign]) expect(await stream.next()).toEqual({ type: 'hello' });
  expect(await late.next('case')).toMatchObject({ case_id: server.case_id, version: 12 });
  await change(13);
  for (const stream of [late, fresh]) expect(await stream.next('case')).toMatchObject({ version: 13 });
  await notify(outsider.id, 'completed');
  expect(await foreign.next()).toMatchObject({ type: 'notification', notification: { code: 'completed' } });
  const longAgo = await open(doctor, '?unheard_ms=3600000');
  expect(await longAgo.next()).toEqual({ type: 'resync' });
  for (const stream of [witness, late, fresh, foreign, longAgo]) await stream.cancel();
});

test('a user has few streams at once; the oldest is closed', async () => {
  const opened = [];
  for (let count = 0; count < 9; count += 1) {
    opened.push(eventReader(await server.call(server.callers.chief, 'notification/stream')));
  }
  expect(await opened[0]?.next()).toEqual({ type: 'hello' });
  expect(await opened[0]?.next()).toBe('ended');
  for (const stream of opened) await stream.cancel();
  await expect.poll(() => server.streams.size).toBe(0);
});

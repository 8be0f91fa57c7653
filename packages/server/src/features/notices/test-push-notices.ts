/** Provides users with notification settings and a push service, for tests of outgoing messages. */
import { createECDH } from 'node:crypto';
import {
  channelsOf,
  type ChannelTable,
  type NotificationPreferences,
} from '@rhythmdesk/domain/notice/notification-preferences';
import { notificationTable, type NotificationCode } from '@rhythmdesk/domain/notice/notifications';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { standingClock } from '../../platform/clock/clock.ts';
import { notificationPreferences, notifications } from '../../platform/db/schema/notices.ts';
import { pushTokens, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { PushPort } from '../../platform/push/push-port.ts';
import { pushAuthority, testPushService } from '../../platform/push/test-push-servers.ts';
import { publicPushKey, webPushPort } from '../../platform/push/web-push-port.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { sendPush } from './send-push.ts';
import { noticeServer } from './test-notices.ts';

const pair = createECDH('prime256v1');
pair.generateKeys();
const key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
export let service: Awaited<ReturnType<typeof testPushService>>;
export let port: PushPort;
export let server: Awaited<ReturnType<typeof noticeServer>>;

/** A Friday, 18:00 in Seoul. */
const evening = new Date('2026-11-20T09:00:00.000Z');
export let clock = standingClock(evening);

async function begin(): Promise<void> {
  service = await testPushService(publicPushKey(key));
  const contact = 'mailto:a@desk.example';
  port = webPushPort({ key, contact, hosts: [service.host], ca: pushAuthority });
  server = await noticeServer();
}

async function beginAnew(): Promise<void> {
  clock = standingClock(evening);
  service.received.length = 0;
  service.next.answer = { status: 201 };
  await server.db.delete(notifications);
  await server.db.delete(pushTokens);
  await server.db.delete(notificationPreferences);
  await server.db.execute(sql`delete from graphile_worker._private_jobs`);
  await server.db.update(users).set({ email: sql`user_id || '@hospital.example'`, language: 'ko' });
}

/** Starts the server and its push service for a file's tests; each test begins without notifications and settings. */
export function withPushService(): void {
  beforeAll(begin);
  beforeEach(beginAnew);
  afterAll(async () => {
    await server.stop();
    await service.close();
  });
}

const jobShape = z.object({
  task: z.string(),
  payload: z.record(z.string(), z.unknown()),
  run_at: z.string(),
});

/** Takes the waiting jobs out of the queue, the first queued first. */
export async function takeJobs() {
  const { rows } = await server.db.execute(sql`
    with gone as (delete from graphile_worker._private_jobs returning id, task_id, payload, run_at)
    select t.identifier as task, gone.payload,
      to_char(gone.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as run_at
    from gone join graphile_worker._private_tasks t on t.id = gone.task_id order by gone.id`);
  return z.array(jobShape).parse(rows);
}

export const pushPayload = z.object({ notification_id: z.number(), token_id: z.number().optional() });

/** Runs the waiting push jobs, and those that they queue, until none is left; returns their outcomes. */
export async function runPush(): Promise<string[]> {
  const outcomes: string[] = [];
  for (;;) {
    const jobs = (await takeJobs()).filter(({ task }) => task === 'send-push');
    if (jobs.length === 0) return outcomes;
    for (const { payload } of jobs) {
      outcomes.push(await sendPush({ db: server.db, clock, port }, pushPayload.parse(payload)));
    }
  }
}

export async function notify(caller: Caller, code: NotificationCode, hn_id = 'HN26K05102'): Promise<void> {
  const { category } = notificationTable[code];
  const row = {
    ...{ user_id: caller.id, patch_id: server.case_id, code, category },
    parameters: { hn_id, comment: '김민수 환자', user_name: '박기사' },
    create_time: clock.now(),
  };
  await transact(server.db, (tx) => insertNotifications(tx, [row]));
}

export async function subscribe({ id }: Caller, path: string): Promise<void> {
  await server.db.insert(pushTokens).values({ push_token: service.subscribe(path), user_id: id });
}

type Choice = Partial<Omit<NotificationPreferences, 'channels'>> & { channels?: Partial<ChannelTable> };

export async function choose(caller: Caller, { channels, ...rest }: Choice) {
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

export const statusOf = async ({ id }: Caller) =>
  (
    await server.db
      .select({ status: notifications.status, awaits: notifications.awaits_digest })
      .from(notifications)
      .where(eq(notifications.user_id, id))
  ).map(({ status, awaits }) => `${status} ${String(awaits)}`);

export const [off, bell, push, mail] = [
  { bell: false, push: false, mail: false },
  { bell: true, push: false, mail: false },
  { bell: true, push: true, mail: false },
  { bell: true, push: false, mail: true },
];

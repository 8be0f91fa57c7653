/**
 * Follows a critical finding from the technician to the chief, over every channel, whatever the chief has switched off.
 */
import { createECDH } from 'node:crypto';
import { routes } from '@rhythmdesk/contract/routes';
import { notificationCategories } from '@rhythmdesk/domain/notice/notifications';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sendPush } from '../notices/send-push.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { pushTokens, users } from '../../platform/db/schema/people.ts';
import { jobs } from '../../platform/jobs/job-names.ts';
import { deliverMail } from '../../platform/mail/deliver-mail.ts';
import { outboxFolder, readOutbox } from '../../platform/mail/outbox.ts';
import { pushAuthority, testPushService } from '../../platform/push/test-push-servers.ts';
import { publicPushKey, webPushPort } from '../../platform/push/web-push-port.ts';
import { tenants } from '../../testing/test-tenants.ts';

const pair = createECDH('prime256v1');
pair.generateKeys();
const key = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');

let world: Awaited<ReturnType<typeof tenants>>;
let service: Awaited<ReturnType<typeof testPushService>>;
beforeAll(async () => {
  world = await tenants();
  service = await testPushService(publicPushKey(key));
});
afterAll(() => service.close());

/** Returns quiet hours from two hours before to two hours after now, whatever the time of day. */
function quietNow() {
  const now = new Date();
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  const at = (by: number) => (minute + by + 1_440) % 1_440;
  return { from_minute: at(-120), to_minute: at(120) };
}

/** Switches all channels of all categories off, except those that cannot be switched off. */
async function switchEverythingOff(token: string): Promise<void> {
  const off = { bell: false, push: false, mail: false };
  const channels = Object.fromEntries(notificationCategories.map((category) => [category, off]));
  const rest = { quiet: quietNow(), mail_rhythm: 'week', time_zone: 'UTC' };
  const choose = (critical: object) =>
    world.call('notification/preferences', token, {
      method: 'PUT',
      body: { ...rest, channels: { ...channels, critical } },
    });
  const refused = await choose(off);
  expect([refused.status, await refused.json()]).toMatchObject([
    406,
    { code: 'notification/critical-silenced' },
  ]);
  const { usual } = routes.notificationPreferences.output.parse(
    await (await world.call('notification/preferences', token)).json(),
  );
  expect((await choose(usual.critical)).status).toBe(200);
}

const queued = z.array(z.object({ task: z.string(), payload: z.unknown(), due: z.boolean() }));

/** Takes the waiting outgoing messages out of the queue. */
async function takeMessages() {
  const { rows } = await world.db.execute(sql`
    with gone as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier in ('send-push', 'send-mail')
      returning j.id, t.identifier as task, j.payload, j.run_at <= now() as due)
    select task, payload, due from gone order by id`);
  return queued.parse(rows);
}

/** Runs them as the job runner does. */
async function sendMessages() {
  const { db, clock, mail } = world.platform;
  const port = webPushPort({
    key,
    contact: 'mailto:a@desk.example',
    hosts: [service.host],
    ca: pushAuthority,
  });
  for (let some = await takeMessages(); some.length > 0; some = await takeMessages()) {
    expect(some.every(({ due }) => due)).toBe(true);
    for (const { task, payload } of some) {
      if (task === 'send-mail') await deliverMail(mail, jobs['send-mail'].payload.parse(payload));
      else await sendPush({ db, clock, port }, jobs['send-push'].payload.parse(payload));
    }
  }
}

async function bellOf(token: string) {
  const answer = await world.call('notification/notifications', token);
  const { noti_count, items } = routes.notifications.output.parse(await answer.json());
  return { noti_count, items: items.map(({ code, status }) => `${code} ${status}`) };
}

async function record(case_id: number, severity: string): Promise<void> {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  const answer = await world.call(`case/case/${String(case_id)}/reading`, world.person('technician').token, {
    method: 'PUT',
    body: { version: row?.version, severity },
  });
  expect(answer.status).toBe(200);
}

test('a chief in quiet hours with everything switched off is notified of a critical finding by bell, push and mail at once', async () => {
  const [chief, farChief] = [world.person('chief'), world.person('far chief')];
  const email = 'chief@center.example';
  await world.db.update(users).set({ email, language: 'en' }).where(eq(users.id, chief.id));
  await switchEverythingOff(chief.token);
  for (const { id, name } of [chief, farChief]) {
    const push_token = service.subscribe(`/${name.replace(' ', '-')}`);
    await world.db.insert(pushTokens).values({ push_token, user_id: id });
  }
  const case_id = await world.caseIn('start');
  await takeMessages();
  const before = await bellOf(chief.token);
  expect(before.noti_count).toBe(0);

  await record(case_id, 'high');
  expect(await takeMessages()).toEqual([]);
  await record(case_id, 'critical');
  await sendMessages();
  expect(await bellOf(chief.token)).toEqual({
    noti_count: 1,
    items: ['critical-finding N', ...before.items],
  });
  const [{ hn_id } = { hn_id: '' }] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  expect(service.received).toMatchObject([
    { message: { category: 'critical', hn_id, patch_id: String(case_id), body: hn_id } },
  ]);
  const mails = await readOutbox(outboxFolder(world.platform.config.DATA_DIR), 10);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Critical finding in Rhythmdesk']]);
  expect(JSON.stringify([service.received, mails])).not.toContain('田中');
  expect((await bellOf(farChief.token)).items).toEqual([]);

  await record(case_id, 'critical');
  expect(await takeMessages()).toEqual([]);
});

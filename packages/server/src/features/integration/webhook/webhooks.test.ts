/** Tests how webhooks are sent: signatures, attempts, receivers that fail or are gone, secrets, replay and rights. */
import { createHmac } from 'node:crypto';
import { routes } from '@rhythmdesk/contract/routes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '../../../platform/db/schema/notices.ts';
import { partnerMessages } from '../../../platform/db/schema/partners.ts';
import { sendInTurn, type Step } from '../send-in-turn.ts';
import { startWebhooks, type Received } from './test-webhooks.ts';

let hooks: Awaited<ReturnType<typeof startWebhooks>>;
beforeAll(async () => {
  hooks = await startWebhooks();
});
afterAll(async () => {
  hooks.server.close();
  await hooks.world.close();
});

/** Verifies a signature by the text of the standard, without the library that signs. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

const first = (): Received => {
  const [received] = hooks.played.received;
  if (received === undefined) throw new Error('nothing was received');
  return received;
};

test('an event is sent once, signed by the secret that was shown once, and acknowledged', async () => {
  const { partner_id, secret } = await hooks.only();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await hooks.world.caseIn('complete');
  expect(await hooks.send(partner_id)).toEqual({ acknowledged: 1, refused: 0, failed: 0 });
  expect(await hooks.send(partner_id)).toEqual({ acknowledged: 0, refused: 0, failed: 0 });
  expect(hooks.played.received).toHaveLength(1);
  expect(isSigned(first(), secret)).toBe(true);
  expect(isSigned(first(), `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
  const age = Date.now() / 1000 - Number(first().headers['webhook-timestamp']);
  expect(Math.abs(age)).toBeLessThan(60);
  const [message] = await hooks.messagesOf(partner_id);
  expect(message).toMatchObject({ state: 'acknowledged', attempts: 1, reply: 'HTTP 204' });
  expect(message?.control_id).toBe(first().headers['webhook-id']);
  const listed = await (await hooks.ask('partners', 'admin')).text();
  expect(listed).not.toContain('whsec_');
});

test('without success a message is tried again under the same id for days, and then given up', async () => {
  const { partner_id } = await hooks.only();
  hooks.played.statusOf = () => 500;
  await hooks.world.caseIn('complete');
  let at = Date.now();
  const clock = { now: () => new Date(at) };
  const off_ms = 1_000 * 3_600_000;
  for (let waited = 0; waited < 40; waited += 1) {
    await hooks.send(partner_id, { clock, off_ms });
    const [message] = await hooks.messagesOf(partner_id);
    if (message?.state === 'dead') break;
    at = message?.next_attempt_at?.getTime() ?? at;
  }
  const [message] = await hooks.messagesOf(partner_id);
  expect(message).toMatchObject({ state: 'dead', fault: 'status', fault_detail: 'HTTP 500', attempts: 10 });
  expect(hooks.played.received).toHaveLength(10);
  expect(new Set(hooks.played.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(hooks.played.received.map(({ body }) => body)).size).toBe(1);
  hooks.played.statusOf = () => 200;
  const again = await hooks.ask(`partners/${String(partner_id)}/again`, 'manager', 'POST');
  expect(await again.json()).toEqual({ count: 1 });
  expect(await hooks.send(partner_id, { clock })).toMatchObject({ acknowledged: 1 });
  expect((await hooks.partner(partner_id)).failing_since).toBeNull();
});

test('a message that the receiver does not accept does not delay the others; an unreachable receiver delays all', async () => {
  const { partner_id } = await hooks.only();
  await hooks.world.caseIn('complete');
  const bad = await hooks.messagesOf(partner_id);
  hooks.played.statusOf = ({ headers }) => (headers['webhook-id'] === bad[0]?.control_id ? 400 : 200);
  await hooks.world.caseIn('complete');
  expect(await hooks.send(partner_id)).toEqual({ acknowledged: 1, refused: 0, failed: 1 });
  const away = await hooks.add({ url: 'http://127.0.0.1:1/' });
  await hooks.world.caseIn('complete');
  await hooks.world.caseIn('complete');
  expect(await hooks.send(away.partner_id)).toEqual({ acknowledged: 0, refused: 0, failed: 1 });
  expect(await hooks.messagesOf(away.partner_id)).toMatchObject([
    { state: 'waiting', fault: 'unreachable', attempts: 1 },
    { state: 'waiting', fault: null, attempts: 0 },
  ]);
});

test('a server that stops between sending and storing sends the same message again', async () => {
  const { partner_id } = await hooks.only();
  await hooks.world.caseIn('complete');
  let stopped = false;
  hooks.played.statusOf = () => {
    stopped = true;
    return 200;
  };
  const clock = {
    now: () => {
      if (stopped) throw new Error('killed');
      return new Date();
    },
  };
  await expect(hooks.send(partner_id, { clock })).rejects.toThrow('killed');
  expect(await hooks.messagesOf(partner_id)).toMatchObject([{ state: 'sent', attempts: 0 }]);
  expect(await hooks.send(partner_id)).toMatchObject({ acknowledged: 1 });
  const [before, after] = hooks.played.received;
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
  expect(after?.body).toBe(before?.body);
});

const notifiedOf = async (): Promise<number[]> => {
  const rows = await hooks.world.db
    .select({ user_id: notifications.user_id })
    .from(notifications)
    .where(eq(notifications.code, 'partner-off'));
  return rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
};
const administrators = (): number[] =>
  ['manager', 'center', 'admin'].map((name) => hooks.world.person(name).id).toSorted((a, b) => a - b);

test('a receiver that accepts nothing for long is switched off, its administrators are notified, and events wait for it', async () => {
  const { partner_id, version } = await hooks.only();
  await hooks.world.db.delete(notifications).where(eq(notifications.code, 'partner-off'));
  hooks.played.statusOf = () => 302;
  await hooks.world.caseIn('complete');
  await hooks.send(partner_id);
  const later = { now: () => new Date(Date.now() + 121 * 3_600_000) };
  await hooks.send(partner_id, { clock: later });
  expect(await hooks.partner(partner_id)).toMatchObject({ active: false, off_reason: 'failing' });
  expect(await notifiedOf()).toEqual(administrators());
  await hooks.world.caseIn('complete');
  hooks.played.statusOf = () => 200;
  expect(await hooks.send(partner_id)).toMatchObject({ acknowledged: 0 });
  const body = {
    ...{ version: version + 1, name: 'Receiver', active: true },
    settings: { url: hooks.url, events: ['report.released'] },
  };
  const changed = await hooks.ask(`webhooks/${String(partner_id)}`, 'admin', 'PUT', body);
  expect(changed.status).toBe(200);
  await hooks.ask(`partners/${String(partner_id)}/again`, 'center', 'POST');
  expect(await hooks.send(partner_id)).toMatchObject({ acknowledged: 2 });
  expect(await hooks.partner(partner_id)).toMatchObject({ off_reason: null, failing_since: null });
});

test('a receiver that answers 410 is switched off at once and gets nothing more', async () => {
  const { partner_id } = await hooks.only();
  await hooks.world.db.delete(notifications).where(eq(notifications.code, 'partner-off'));
  hooks.played.statusOf = () => 410;
  await hooks.world.caseIn('complete');
  expect(await hooks.send(partner_id)).toMatchObject({ refused: 1 });
  expect(await hooks.partner(partner_id)).toMatchObject({ active: false, off_reason: 'gone' });
  expect(await notifiedOf()).toEqual(administrators());
  await hooks.world.caseIn('complete');
  expect(await hooks.messagesOf(partner_id)).toMatchObject([{ state: 'refused', fault: 'refused' }]);
});

test('while a secret is replaced, messages are signed by both, at most two', async () => {
  const { partner_id, secret } = await hooks.only();
  const replace = async (overlap_hours: number) => {
    const path = `webhooks/${String(partner_id)}/secret`;
    const answer = await hooks.ask(path, 'admin', 'POST', { overlap_hours });
    return routes.replaceWebhookSecret.output.parse(await answer.json()).secret;
  };
  const trySecrets = async (secrets: readonly string[]) => {
    hooks.played.received.length = 0;
    await hooks.ask(`webhooks/${String(partner_id)}/test`, 'manager', 'POST');
    expect(await hooks.send(partner_id)).toMatchObject({ acknowledged: 1 });
    return secrets.map((each) => isSigned(first(), each));
  };
  const second = await replace(24);
  expect(await trySecrets([secret, second])).toEqual([true, true]);
  const third = await replace(24);
  expect(await trySecrets([secret, second, third])).toEqual([false, true, true]);
  const fourth = await replace(0);
  expect(await trySecrets([second, third, fourth])).toEqual([false, false, true]);
});

test('addresses that are not allowed are refused on saving, or when their name is resolved', async () => {
  const { partner_id } = await hooks.only({ url: 'http://localhost:1/' });
  const refused = [
    ...[
      'http://10.0.0.1/',
      'https://169.254.169.254/latest',
      'https://2852039166/',
      'https://0xa9.0xfe.0xa9.0xfe/',
    ],
    ...['https://[::ffff:a9fe:a9fe]/', 'https://[fd00::1]/', 'ftp://a.example/', 'https://a:b@c.example/'],
  ];
  for (const url of refused) await expect(hooks.add({ url }), url).rejects.toThrow('settings.url');
  await hooks.world.caseIn('complete');
  const policy = {
    ...hooks.sending.policy,
    resolve: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]),
  };
  expect(await hooks.send(partner_id, { policy })).toMatchObject({ failed: 1 });
  expect(await hooks.messagesOf(partner_id)).toMatchObject([
    { state: 'waiting', fault: 'address', fault_detail: 'localhost (10.0.0.1)' },
  ]);
});

test('webhooks are changed by administrators only, and sent again by those who see them', async () => {
  const { partner_id } = await hooks.only();
  await hooks.world.caseIn('complete');
  const [message] = await hooks.messagesOf(partner_id);
  const sees = new Set(['manager', 'center', 'admin']);
  const reads = new Set([...sees, 'neighbour manager', 'far center']);
  for (const { name } of hooks.world.people.values()) {
    const statusOf = async (path: string, body: unknown = {}) =>
      (await hooks.ask(path, name, 'POST', body)).status;
    const seen = sees.has(name) ? 200 : reads.has(name) ? 404 : 403;
    const again = `partners/${String(partner_id)}/again`;
    expect([name, await statusOf(again)]).toEqual([name, seen]);
    const secret = await statusOf(`webhooks/${String(partner_id)}/secret`, { overlap_hours: 0 });
    expect([name, secret]).toEqual([name, name === 'admin' ? 201 : 403]);
    if (seen !== 200) continue;
    const path = `messages/${String(message?.message_id)}?reason=support`;
    const opened = routes.partnerMessage.output.parse(await (await hooks.ask(path, name)).json());
    expect(opened).toMatchObject({ kind: 'event', event: 'report.released' });
  }
});

test('once the receiver has accepted one message, several are under way, but never two about one case', async () => {
  const { partner_id } = await hooks.only();
  for (let at = 0; at < 5; at += 1) await hooks.world.caseIn('complete');
  const messages = await hooks.messagesOf(partner_id);
  const [first] = messages;
  if (first === undefined) throw new Error('nothing was queued');
  const { message_id: _id, ...row } = first;
  const again = { ...row, control_id: 'msg_again', report_version: null };
  await hooks.world.db.insert(partnerMessages).values(again);
  const four = Promise.withResolvers<number>();
  hooks.played.statusOf = () => {
    const { length } = hooks.played.received;
    if (length === 5) four.resolve(204);
    // The first is answered at once, the next four when all of them have arrived.
    return length === 1 || length > 5 ? 204 : four.promise;
  };
  expect(await hooks.send(partner_id)).toEqual({ acknowledged: 6, refused: 0, failed: 0 });
  const ids = hooks.played.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(6);
  expect(ids.at(-1)).toBe('msg_again');
});

test('a run that breaks ends only when none of its messages is under way', async () => {
  const { partner_id } = await hooks.only();
  for (let at = 0; at < 3; at += 1) await hooks.world.caseIn('complete');
  const { db, clock } = hooks.world.platform;
  const happened: string[] = [];
  let begun = 0;
  const attempt = async (): Promise<Step> => {
    begun += 1;
    if (begun === 2) throw new Error('broken');
    // Long enough for the error to end the run, if nothing else were awaited.
    for (let turn = 0; begun > 2 && turn < 50; turn += 1) await db.execute('select 1');
    happened.push('answered');
    return 'acknowledged';
  };
  const channel = {
    ...{ in_order: false, at_once: 20, under_way: 2 },
    ...{ partner: () => hooks.partner(partner_id), gather: () => Promise.resolve(null), attempt },
  };
  const run = sendInTurn({ db, clock }, partner_id, channel, new AbortController().signal);
  await expect(run.finally(() => happened.push('ended'))).rejects.toThrow('broken');
  expect(happened).toEqual(['answered', 'answered', 'ended']);
});

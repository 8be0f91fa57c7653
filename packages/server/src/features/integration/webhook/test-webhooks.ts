/** Starts a server whose events are sent to a receiver that tests play. */
import { once } from 'node:events';
import http from 'node:http';
import { routes } from '@rhythmdesk/contract/routes';
import { eq } from 'drizzle-orm';
import { testDatabase } from '../../../platform/db/test-database.ts';
import { partnerMessages, partners } from '../../../platform/db/schema/partners.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { networkList, systemResolve } from '../../../platform/webhooks/connect-guard.ts';
import { tenantsOf } from '../../../testing/test-two-centers.ts';
import { startWebPart } from '../../../testing/test-web-part.ts';
import { sendWebhooks } from './send-webhooks.ts';
import type { WebhookSending } from './webhook-dependencies.ts';

export type Received = { readonly headers: http.IncomingHttpHeaders; readonly body: string };

/** The system of the partner: what it received, and the status that it answers. */
async function playReceiver() {
  const played = {
    received: new Array<Received>(),
    statusOf: (_received: Received): number | Promise<number> => 204,
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      played.received.push(received);
      void Promise.resolve(played.statusOf(received)).then((status) => response.writeHead(status).end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { played, server, url: `http://127.0.0.1:${String(port)}/events` };
}

export async function startWebhooks() {
  const settings = { WEBHOOK_NETWORKS: '127.0.0.0/8', WEBHOOK_HTTP: 'true' };
  const world = await tenantsOf(await startWebPart(await testDatabase(), settings));
  const { played, server, url } = await playReceiver();
  const [doctor] = await world.db
    .select()
    .from(users)
    .where(eq(users.id, world.person('doctor').id));
  const hospital_id = doctor?.user_group_id ?? 0;
  const { token } = world.person('admin');
  const add = async (changes: Record<string, unknown> = {}) => {
    const body = {
      ...{ hospital_id, name: 'Receiver', active: true },
      settings: { url, events: ['report.released'], ...changes },
    };
    const answer = await world.call('integration/webhooks', token, { method: 'POST', body });
    if (answer.status !== 201) throw new Error(await answer.text());
    return routes.createWebhook.output.parse(await answer.json());
  };
  const only = async (changes: Record<string, unknown> = {}) => {
    await world.db.update(partners).set({ active: false });
    played.received.length = 0;
    played.statusOf = () => 204;
    return add(changes);
  };
  const { db, clock, sealer } = world.platform;
  const sending: WebhookSending = {
    ...{ db, clock, sealer, base: 'https://desk.example' },
    policy: { allowed: networkList(['127.0.0.0/8']), http: true, resolve: systemResolve },
    ...{ retry_ms: 72 * 3_600_000, timeout_ms: 60_000, off_ms: 120 * 3_600_000 },
  };
  const { signal } = new AbortController();
  return {
    ...{ world, played, server, url, hospital_id, sending, add, only },
    send: (partner_id: number, changes: Partial<WebhookSending> = {}) =>
      sendWebhooks({ ...sending, ...changes }, partner_id, { signal }),
    messagesOf: (partner_id: number) =>
      db
        .select()
        .from(partnerMessages)
        .where(eq(partnerMessages.partner_id, partner_id))
        .orderBy(partnerMessages.message_id),
    partner: async (partner_id: number) => {
      const [row] = await db.select().from(partners).where(eq(partners.partner_id, partner_id));
      if (row === undefined) throw new Error('no partner');
      return row;
    },
    ask: (path: string, who: string, method: 'GET' | 'POST' | 'PUT' = 'GET', body: unknown = {}) =>
      world.call(`integration/${path}`, world.person(who).token, {
        method,
        ...(method === 'GET' ? {} : { body }),
      }),
  };
}

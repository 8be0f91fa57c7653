/**
 * Plays the receivers of webhooks for the program `ledger`: it verifies each signature, answers the first attempt of each
 * fiftieth message with 503, and remembers id and body of every message.
 */
import { once } from 'node:events';
import http from 'node:http';
import { webhookRoutes } from '@rhythmdesk/contract/webhooks';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { api, ask } from './ask.ts';
import { invariant, type FaultReport } from './fault-program.ts';
import type { Installation } from './installation.ts';

/** The first attempt of one of so many is answered with 503. */
const delayedEach = 50;

/** Settings that let server and worker call the receivers, which are on this machine and speak http. */
export const webhookSettings = { WEBHOOK_NETWORKS: '127.0.0.0/8', WEBHOOK_HTTP: 'true' } as const;

const event = z.object({ data: z.object({ case_id: z.number() }) });

type Heard = {
  /** The body by `webhook-id`. */
  readonly bodies: Map<string, string>;
  readonly delayed: Set<string>;
  readonly faults: string[];
  attempts: number;
};

/** Returns the status that answers a message. */
function statusOf(heard: Heard, { id, body }: { readonly id: string; readonly body: string }): number {
  heard.attempts += 1;
  const known = heard.bodies.get(id);
  if (known !== undefined && known !== body) heard.faults.push(`${id} has another body`);
  heard.bodies.set(id, body);
  const isDelayed = known === undefined && heard.bodies.size % delayedEach === 0;
  if (isDelayed) heard.delayed.add(id);
  return isDelayed ? 503 : 204;
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export async function receiveEvents() {
  const heard: Heard = { bodies: new Map(), delayed: new Set(), faults: [], attempts: 0 };
  /** By the path of the address. */
  const secrets = new Map<string, string>();
  const server = http.createServer((request, response) => {
    const { url = '', headers } = request;
    const given = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    bodyOf(request)
      .then((body) => {
        new Webhook(secrets.get(url) ?? '').verify(body, given);
        response.writeHead(statusOf(heard, { id: given['webhook-id'], body })).end();
      })
      .catch((fault: unknown) => {
        // A kill cuts requests; only a whole message can have a wrong signature.
        if (request.complete) heard.faults.push(String(fault));
        response.destroy();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, heard, secrets, origin: `http://127.0.0.1:${String(port)}` };
}
export type EventReceiver = Awaited<ReturnType<typeof receiveEvents>>;

/** Adds a receiver of each hospital, as an administrator does. */
export async function addReceivers(
  { address, tokens }: Installation,
  { origin, secrets }: EventReceiver,
  hospital_ids: readonly number[],
): Promise<void> {
  for (const hospital_id of hospital_ids) {
    const path = `/${String(hospital_id)}`;
    const settings = { url: `${origin}${path}`, events: ['report.released'] };
    const body = { hospital_id, name: 'Ledger receiver', active: true, settings };
    const answer = await ask(address(), api('integration/webhooks'), tokens.admin, { method: 'POST', body });
    invariant(answer.status === 201, `a receiver is added: ${JSON.stringify(answer.body)}`);
    secrets.set(path, webhookRoutes.createWebhook.output.parse(answer.body).secret);
  }
}

/** Each event arrived, under one id and with one body, and nothing arrived that did not happen. */
export function compareEvents(
  { heard }: EventReceiver,
  case_ids: readonly number[],
  report: FaultReport,
): void {
  invariant(heard.faults.length === 0, `a webhook is as it was before: ${heard.faults.join('; ')}`);
  const told = [...heard.bodies.values()].map((body) => event.parse(JSON.parse(body)).data.case_id);
  const once_each = new Set(told);
  invariant(told.length === once_each.size, `${String(told.length - once_each.size)} events have two ids`);
  const missing = case_ids.filter((case_id) => !once_each.has(case_id));
  invariant(missing.length === 0, `${String(missing.length)} events never arrived`);
  invariant(
    told.length === case_ids.length,
    `${String(told.length)} events arrived of ${String(case_ids.length)}`,
  );
  invariant(heard.delayed.size > 0, 'no webhook was answered with 503');
  report('webhooks received', told.length);
  report('webhooks received more than once', heard.attempts - told.length);
}

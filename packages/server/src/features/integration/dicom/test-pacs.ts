/** Starts a server whose reports are sent to a PACS that tests play. */
import { once } from 'node:events';
import http from 'node:http';
import { routes } from '@rhythmdesk/contract/routes';
import { eq } from 'drizzle-orm';
import { partnerMessages, partners } from '../../../platform/db/schema/partners.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { testDatabase } from '../../../platform/db/test-database.ts';
import { networkList, systemResolve } from '../../../platform/webhooks/connect-guard.ts';
import { caseWithStrips } from '../../../testing/test-strips.ts';
import { tenantsOf } from '../../../testing/test-two-centers.ts';
import { startWebPart } from '../../../testing/test-web-part.ts';
import { sendObjects, type PacsSending } from './send-objects.ts';

export type Stored = {
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly objects: readonly Buffer[];
};
/** Null for none; `leave` ends the connection instead. */
type Answer =
  | { readonly status: number; readonly body?: string; readonly location?: string }
  | 'leave'
  | null;

/** Splits the body of a request as PS3.18 defines it, by its boundary. */
function objectsOf(type: string, body: Buffer): Buffer[] {
  const [, boundary = ''] = /boundary=(\S+)/.exec(type) ?? [];
  const mark = Buffer.from(`--${boundary}`);
  const found: Buffer[] = [];
  for (let at = body.indexOf(mark); at >= 0;) {
    const next = body.indexOf(mark, at + 1);
    const begin = body.indexOf('\r\n\r\n', at) + 4;
    if (next > 0) found.push(body.subarray(begin, next - 2));
    at = next;
  }
  return found;
}

async function playPacs() {
  const played = {
    stored: new Array<Stored>(),
    answerOf: (_stored: Stored): Answer => ({ status: 200 }),
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, url = '' } = request;
      const objects = objectsOf(headers['content-type'] ?? '', Buffer.concat(chunks));
      const stored = { url, headers, objects };
      played.stored.push(stored);
      const answer = played.answerOf(stored);
      if (answer === 'leave') request.socket.destroy();
      if (answer === null || answer === 'leave') return;
      const { status, body = '', location } = answer;
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { played, server, url: `http://127.0.0.1:${String(port)}/dicom-web` };
}

const timeout_ms = 60_000;
const testStrips = [{ strip: 2, start_sample: 500, end_sample: 3_000, caption: 'AF' }];

export async function startPacs() {
  const settings = { WEBHOOK_NETWORKS: '127.0.0.0/8', WEBHOOK_HTTP: 'true' };
  const world = await tenantsOf(await startWebPart(await testDatabase(), settings));
  const { played, server, url } = await playPacs();
  const doctor = eq(users.id, world.person('doctor').id);
  const [{ hospital_id } = { hospital_id: 0 }] = await world.db
    .select({ hospital_id: users.user_group_id })
    .from(users)
    .where(doctor);
  const ask = (path: string, who: string, method: 'GET' | 'POST' | 'PUT' = 'GET', body: unknown = {}) =>
    world.call(`integration/${path}`, world.person(who).token, {
      method,
      ...(method === 'GET' ? {} : { body }),
    });
  const bodyOf = (changes: Record<string, unknown>, secret: string) => ({
    ...{ name: 'Archive', active: true, secret },
    settings: { url, ...changes },
  });
  /** Adds the only active partner. */
  const only = async (changes: Record<string, unknown> = {}, secret = '') => {
    await world.db.update(partners).set({ active: false });
    played.stored.length = 0;
    played.answerOf = () => ({ status: 200 });
    const answer = await ask('pacs', 'admin', 'POST', { hospital_id, ...bodyOf(changes, secret) });
    if (answer.status !== 201) throw new Error(await answer.text());
    return routes.createPacs.output.parse(await answer.json());
  };
  const { db, clock, sealer, files } = world.platform;
  const sending: PacsSending = {
    ...{ db, clock, sealer, files, titleOf: () => 'Long-term ECG report' },
    policy: { allowed: networkList(['127.0.0.0/8']), http: true, resolve: systemResolve },
    ...{ retry_ms: 72 * 3_600_000, timeout_ms },
  };
  const { signal } = new AbortController();
  return {
    ...{ world, played, server, url, hospital_id, ask, bodyOf, only, timeout_ms },
    release: () => caseWithStrips(world, Buffer.from('%PDF-1.7\n%%EOF\n'), testStrips),
    send: (partner_id: number, changes: Partial<PacsSending> = {}) =>
      sendObjects({ ...sending, ...changes }, partner_id, { signal }),
    messagesOf: (partner_id: number) =>
      db
        .select()
        .from(partnerMessages)
        .where(eq(partnerMessages.partner_id, partner_id))
        .orderBy(partnerMessages.message_id),
  };
}

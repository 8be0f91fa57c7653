/**
 * Runs the demo's partners on this machine: a hospital's system that sends orders and receives results by HL7 v2, a
 * receiver of webhooks, and a FHIR client that reads each report of which a webhook tells. A page shows what each of
 * them sent and received.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { drawPatient } from '../demo/patient-names.ts';
import { FhirPartner } from './fhir-partner.ts';
import { receiveResults, sendOrder } from './hl7-partner.ts';
import { PartnerLog } from './partner-log.ts';
import { registerPartners, signInTo, type Registered } from './register-partners.ts';
import { sendRecording } from './send-recording.ts';
import { receiveEvent } from './webhook-partner.ts';

export type PartnerOptions = {
  /** The address of the product. */
  readonly origin: string;
  /** The port on which the product receives orders. */
  readonly hl7_port: number;
  /** The port of the page; 0 for a free one. */
  readonly page_port: number;
  /** The length of the recordings that are sent. */
  readonly recording_seconds?: number;
};

export type DemoPartners = {
  readonly address: string;
  readonly log: PartnerLog;
  /** Makes them partners of the demo's institution. Its people must exist. */
  readonly register: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Parts = {
  readonly options: PartnerOptions;
  readonly log: PartnerLog;
  readonly fhir: FhirPartner;
  /** Null until the product knows the partners. */
  registered: Registered | null;
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const pageFiles: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['page.html', 'text/html'],
  '/page.js': ['page.js', 'text/javascript'],
  '/page.css': ['page.css', 'text/css'],
};
const longestBodyBytes = 32 * 1024 * 1024;

type Request = http.IncomingMessage;
type Response = http.ServerResponse;

async function bodyOf(request: Request): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > longestBodyBytes) throw new Error('the message is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: Response, status: number, text: string, type = 'text/plain'): void {
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .end(text);
}

/** Sends the entries after the last one that the page has, and then each new one. */
function stream({ log }: Parts, request: Request, response: Response): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const send = (entry: { readonly id: number }): void =>
    void response.write(`id: ${String(entry.id)}\ndata: ${JSON.stringify(entry)}\n\n`);
  for (const entry of log.after(Number(request.headers['last-event-id'] ?? 0))) send(entry);
  const stop = log.listen(send);
  response.once('close', stop);
}

async function takeEvent(parts: Parts, request: Request, response: Response): Promise<void> {
  const body = await bodyOf(request);
  const secret = parts.registered?.webhook_secret;
  // Before the secret is known the product repeats the message later.
  if (secret === undefined) return answer(response, 503, 'not yet');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const event = receiveEvent(parts.log, secret, headers, body);
  answer(response, event === null ? 401 : 200, '');
  if (event === null || event.case_id === null) return;
  if (event.type.startsWith('report.')) await parts.fhir.readReport(event.case_id);
}

const notYet = 'The demo is still loading its cases.';

async function placeOrder({ options, log, registered }: Parts): Promise<string> {
  if (registered === null) throw new Error(notYet);
  const serial = Date.now() % 1_000_000;
  const patient = drawPatient(seededRandom(serial), 'ja', serial);
  const hn_id = await sendOrder(log, options.hl7_port, { number: `D-${String(Date.now())}`, patient });
  return JSON.stringify({ hn_id });
}

async function placeRecording({ options, registered, log }: Parts, hn_id: string): Promise<string> {
  if (registered === null) throw new Error(notYet);
  await sendRecording(options.origin, registered.api_key, hn_id, options.recording_seconds);
  log.add('orders', `recording of ${hn_id} sent`, `tus 1.0: POST ${options.origin}/api/v1/upload/files`);
  return '{}';
}

/** Other pages of the browser cannot make the partners act: a form of theirs has another origin. */
const isOwn = ({ headers }: Request): boolean =>
  headers.origin === undefined || headers.origin === `http://${headers.host ?? ''}`;

async function respond(parts: Parts, request: Request, response: Response): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const route = `${request.method ?? ''} ${pathname}`;
  const file = request.method === 'GET' ? pageFiles[pathname] : undefined;
  if (file !== undefined) {
    const text = await readFile(new URL(file[0], import.meta.url), 'utf8');
    return answer(response, 200, text.replaceAll('{{origin}}', parts.options.origin), file[1]);
  }
  if (route === 'GET /entries') return stream(parts, request, response);
  const raw = /^GET \/entries\/(\d+)$/.exec(route);
  if (raw !== null) {
    const text = parts.log.rawOf(Number(raw[1]));
    return answer(response, text === null ? 404 : 200, text ?? '');
  }
  if (route === 'POST /events') return takeEvent(parts, request, response);
  if (!isOwn(request)) return answer(response, 403, '');
  if (route === 'POST /order') return answer(response, 200, await placeOrder(parts), 'application/json');
  const ordered = /^POST \/recording\/([\w-]+)$/.exec(route)?.[1];
  if (ordered !== undefined)
    return answer(response, 200, await placeRecording(parts, ordered), 'application/json');
  return answer(response, 404, '');
}

async function servePage(parts: Parts): Promise<{ port: number; server: http.Server }> {
  const server = http.createServer((request, response) => {
    respond(parts, request, response).catch((fault: unknown) => {
      if (response.headersSent) response.destroy();
      else answer(response, 502, fault instanceof Error ? fault.message : String(fault));
    });
  });
  server.listen(parts.options.page_port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Starts the partners and their page. The product need not serve before `register`. */
export async function openPartners(options: PartnerOptions): Promise<DemoPartners> {
  const log = new PartnerLog();
  const fhir = await FhirPartner.make(options.origin, log);
  const results = await receiveResults(log);
  const parts: Parts = { options, log, fhir, registered: null };
  const { server, port } = await servePage(parts);
  const address = `http://127.0.0.1:${String(port)}`;
  return {
    ...{ address, log },
    register: async () => {
      const client = await signInTo(options.origin);
      const places = { result_port: results.port, webhook_url: `${address}/events` };
      const registered = await registerPartners(client, fhir, places);
      fhir.registeredAs(registered.client_id);
      parts.registered = registered;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await results.stop();
    },
  };
}

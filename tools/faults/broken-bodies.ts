/**
 * Sends the body of every route, of uploads and of requests that need no body, in broken ways. They are cut off,
 * stalled, slower than the limit, longer or shorter than announced, in chunks that break off or are invalid, or refused
 * before they are read. The server must end each of these requests by itself and answer everyone else meanwhile.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiBase, pathParameters, type Route } from '@rhythmdesk/contract/route';
import { routes } from '@rhythmdesk/contract/routes';
import { z } from 'zod';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { withNode, type Nodes } from './nodes.ts';
import type { Tokens } from './people.ts';
import { chanceOf, inputFor, pick, pieceFor, type Chance } from './random-input.ts';
import { residentOf } from './resident.ts';
import { beginUpload, uploadOffsetOf, type Begun } from './tus-client.ts';
import { watchDuring } from './watch-health.ts';

const seed = 20_261_126;
/** Longer than the slowest body may take: an upload has 60 s before a rate that is too low ends it. */
const longestMs = 120_000;
/** Measured from the response. The rest of a body may take 5 s then; an idle connection is closed after 60 s anyway. */
const longestUnreadMs = 45_000;
const mostGrowthBytes = 256 * 1024 ** 2;

/** When a body is cut: before the server reads it, while it looks up the caller, and while it waits for the rest. */
const cutsMs = [0, 20, 200];

type Message = { readonly head: string; readonly body: Buffer };
type Sending = { readonly way: Way; readonly message: Message; readonly cutMs: number };

/** `length` is the announced length, null if chunked; `parts` are sent; `then` is what the client does afterwards. */
type Broken = {
  readonly length: number | null;
  readonly parts: readonly Buffer[];
  readonly then: 'cut' | 'hold' | 'crawl' | 'finish';
};

const half = (body: Buffer): Buffer => body.subarray(0, Math.max(1, body.length >> 1));

const chunk = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);

const ways = {
  cut: (body: Buffer): Broken => ({ length: body.length + 1_000, parts: [half(body)], then: 'cut' }),
  held: (body: Buffer): Broken => ({ length: 5_000_000, parts: [body.subarray(0, 9)], then: 'hold' }),
  slow: (body: Buffer): Broken => ({ length: 5_000_000, parts: [body.subarray(0, 9)], then: 'crawl' }),
  longer: (body: Buffer): Broken => ({ length: half(body).length, parts: [body, body], then: 'finish' }),
  shorter: (body: Buffer): Broken => ({ length: body.length + 5_000, parts: [body], then: 'finish' }),
  'chunks cut': (body: Buffer): Broken => ({ length: null, parts: [chunk(half(body))], then: 'cut' }),
  'chunks broken': (body: Buffer): Broken => ({
    length: null,
    parts: [chunk(half(body)), Buffer.from('no size\r\n')],
    then: 'finish',
  }),
  'refused unread': (body: Buffer): Broken => ({
    length: 5_000_000,
    parts: [body.subarray(0, 9)],
    then: 'hold',
  }),
} as const;
type Way = keyof typeof ways;

/** How often each way occurs. A held body takes seconds and a slow one up to a minute, so these are rarer. */
const longForm: readonly Way[] = [
  ...Array.from({ length: 8 }, () => ['cut', 'longer', 'shorter', 'refused unread'] as const).flat(),
  ...([
    'chunks cut',
    'chunks cut',
    'chunks broken',
    'chunks broken',
    'held',
    'held',
    'held',
    'slow',
  ] as const),
];
const shortForm: readonly Way[] = [
  ...(['cut', 'longer', 'shorter', 'refused unread', 'chunks cut', 'chunks broken'] as const),
];

const bodied = Object.values<Route>(routes).filter(
  ({ method, ends_session }) => method !== 'GET' && !ends_session,
);

/** The few routes for files, whose bodies are read as streams. */
const files = bodied.filter(({ upload }) => upload !== undefined);
const fileShare = 0.3;
function routeOf(chance: Chance): Route {
  const route = pick(chance, chance() < fileShare ? files : bodied);
  if (route === undefined) throw new Error('no route has a body');
  return route;
}

/** Fields that the route of a file accepts, so that its handler is reached. */
const aFile = { version: 1, filename: 'Report.pdf' };

/** A number that no case has, and an address that the framework refuses before any of our code runs. */
const nowhere = ['999999', '%ff'];

function messageOf(chance: Chance, route: Route, token: string | null, isRefused: boolean): Message {
  const names = pathParameters(route.path);
  const piece = (): string => (isRefused ? (pick(chance, nowhere) ?? '') : pieceFor(chance));
  const given: Record<string, unknown> = {
    ...inputFor(chance, route),
    ...(route.upload !== undefined && chance() < 0.7 ? aFile : {}),
  };
  const fields = Object.entries(given).filter(([name]) => !names.includes(name));
  const place = names.reduce((path, name) => path.replace(`:${name}`, piece()), route.path);
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value ?? null),
  ]);
  const query = route.upload === undefined ? '' : `?${new URLSearchParams(texts).toString().slice(0, 4_000)}`;
  const head = [
    `${route.method} ${apiBase}${place}${query} HTTP/1.1`,
    'host: x',
    `content-type: ${route.upload?.media_type ?? 'application/json'}`,
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
  ].join('\r\n');
  const body =
    route.upload === undefined
      ? Buffer.from(`${JSON.stringify(Object.fromEntries(fields))}          `)
      : Buffer.from('%PDF-1.4 no document, and too short to be one');
  return { head, body };
}

/** Requests outside of the route table, and those that need no body. */
const bodyless = [
  ...['GET /api/v1/user/me', 'DELETE /api/v1/user/me', 'POST /api/v1/auth/logout', 'POST /api/v1/nowhere'],
  ...['GET /login', 'POST /login', 'GET /healthz', 'GET /assets/none.js', 'POST /api/v1/upload/files'],
];
const bodylessShare = 0.03;
const uploadShare = 0.05;
const uploadCount = 32;

const bodylessMessage = (chance: Chance): Message => ({
  head: [`${pick(chance, bodyless) ?? ''} HTTP/1.1`, 'host: x', 'content-type: application/json'].join(
    '\r\n',
  ),
  body: Buffer.from('{"a":1}'),
});

/** Makes a request with the next bytes of an upload; if it must be refused, with the capability of another upload. */
async function uploadMessage(address: string, begun: Begun, isRefused: boolean): Promise<Message> {
  const offset = (await uploadOffsetOf(address, begun).catch(() => null)) ?? 0;
  const head = [
    `PATCH ${begun.path} HTTP/1.1`,
    'host: x',
    'tus-resumable: 1.0.0',
    `upload-capability: ${isRefused ? 'none' : begun.capability}`,
    `upload-offset: ${String(offset)}`,
    'content-type: application/offset+octet-stream',
  ];
  return { head: head.join('\r\n'), body: Buffer.from('bytes of no recording') };
}

function openSocket(address: string, from: number): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${String(2 + from)}` });
  socket.on('error', () => undefined);
  return socket;
}

async function crawl(socket: Socket, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    socket.write(' ');
    await sleep(1_000);
  }
}

/** Sends one broken request; returns what came back until the connection was closed. */
async function sendBroken(socket: Socket, { way, message, cutMs }: Sending): Promise<string> {
  const { length, parts, then } = ways[way](message.body);
  let answer = '';
  let closed = false;
  const answered = new Promise<void>((resolve) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      resolve();
    });
  });
  const close = new Promise<void>((resolve) => socket.once('close', resolve)).then(() => (closed = true));
  const framing = length === null ? 'transfer-encoding: chunked' : `content-length: ${String(length)}`;
  socket.write(`${message.head}\r\n${framing}\r\n\r\n`);
  for (const part of parts) socket.write(part);
  if (then === 'cut') setTimeout(() => socket.resetAndDestroy(), cutMs);
  if (then === 'finish') socket.end();
  if (then === 'crawl') void crawl(socket, () => closed);
  const bound = new AbortController();
  const after = (ms: number) => sleep(ms, 'late', { signal: bound.signal }).catch(() => 'closed');
  const unread = answered.then(() => after(longestUnreadMs));
  const late = [after(longestMs), ...(way === 'refused unread' ? [unread] : [])];
  const end = await Promise.race([close, ...late]);
  bound.abort();
  socket.destroy();
  invariant(end !== 'late', `the server ends a request that is ${way}: ${message.head.slice(0, 300)}`);
  return answer;
}

const problem = z.object({ code: z.string(), detail: z.string().min(1) });

/** Checks the first response of a connection: no server error, and an error response with a code and a message. */
function checkFirstAnswer(text: string, what: string): void {
  const [head = ''] = text.split('\r\n\r\n', 1);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  if (status < 400) return;
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const body = Buffer.from(text.slice(head.length + 4), 'latin1').subarray(0, length);
  // If the connection was closed, the end of the response may be missing.
  if (body.length < length) return;
  const said = problem.safeParse(JSON.parse(body.toString()));
  const words = `${what}: ${text.slice(0, 400)}`;
  invariant(said.success, words);
  invariant(status < 500 || said.data.code === 'server/unavailable', words);
}

type FaultContext = { readonly address: string; readonly tokens: Tokens; readonly uploads: readonly Begun[] };

function tableMessage(chance: Chance, { tokens }: FaultContext, isRefused: boolean): Message {
  const route = routeOf(chance);
  const { doctor, technician, chief, admin } = tokens;
  // A file is refused because of its case, everything else because of its sender.
  const senders =
    route.upload === undefined ? [doctor, technician, chief, admin, null] : [doctor, technician];
  const token = isRefused && route.upload === undefined ? null : (pick(chance, senders) ?? null);
  return messageOf(chance, route, token, isRefused);
}

async function brokenOne(chance: Chance, size: FaultSize, context: FaultContext): Promise<Sending> {
  const way = pick(chance, size === 'long' ? longForm : shortForm) ?? 'cut';
  const cutMs = pick(chance, cutsMs) ?? 0;
  const isRefused = way === 'refused unread';
  const kind = chance();
  const upload = kind < uploadShare ? pick(chance, context.uploads) : undefined;
  if (upload !== undefined)
    return { way, cutMs, message: await uploadMessage(context.address, upload, isRefused) };
  const isBodyless = kind < uploadShare + bodylessShare;
  const message = isBodyless ? bodylessMessage(chance) : tableMessage(chance, context, isRefused);
  return { way, cutMs, message };
}

function beginUploads({ address }: { readonly address: string }, { doctor }: Tokens): Promise<Begun[]> {
  const begin = (_none: unknown, at: number): Promise<Begun> =>
    beginUpload(address, doctor, { hn_id: `HNB00000${String(at).padStart(2, '0')}`, bytes: 6_000_000 });
  return Promise.all(Array.from({ length: uploadCount }, begin));
}

async function sendAll({ nodes, tokens }: Nodes, size: FaultSize, requests: number, report: FaultReport) {
  const [node] = nodes;
  if (node === undefined) throw new Error('no node');
  const chance = chanceOf(seed);
  const context = { address: node.address, tokens, uploads: await beginUploads(node, tokens) };
  const counts = new Map<Way, number>();
  const warmed = Math.ceil(requests / 3);
  let early = 0;
  const started = performance.now();
  let left = requests;
  const lane = async (_none: unknown, at: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      if (requests - left === warmed) early = await residentOf(node.pid);
      const sending = await brokenOne(chance, size, context);
      const { way, message } = sending;
      const answer = await sendBroken(openSocket(node.address, at % 16), sending);
      checkFirstAnswer(answer, `${way}: ${message.head.slice(0, 300)}`);
      counts.set(way, (counts.get(way) ?? 0) + 1);
    }
  };
  const watched = await watchDuring(node, async () => {
    await Promise.all(Array.from({ length: size === 'long' ? 800 : 100 }, lane));
  });
  const late = await residentOf(node.pid);
  const received = await Promise.all(context.uploads.map((upload) => uploadOffsetOf(node.address, upload)));
  report(
    'bytes of uploads received',
    received.reduce<number>((sum, offset) => sum + (offset ?? 0), 0),
  );
  report('requests', requests);
  report('seed', seed);
  report('a second', (requests / ((performance.now() - started) / 1000)).toFixed(0));
  report('by way', [...counts].map(([way, count]) => `${way} ${String(count)}`).join(', '));
  report('slowest answer to others, ms', Math.round(watched.slowestMs));
  report('memory after a third, MB', (early / 1024 ** 2).toFixed(0));
  report('memory at the end, MB', (late / 1024 ** 2).toFixed(0));
  const faults = [...watched.uncaught].slice(-2).join('\n').slice(0, 3_000);
  invariant(node.isAlive() && faults === '', `no fault is left uncaught: ${faults}`);
  invariant(watched.unanswered === 0, 'others are answered meanwhile');
  invariant(late - early < mostGrowthBytes, 'memory stays flat');
}

export const brokenBodies: FaultProgram = {
  name: 'broken-bodies',
  says: 'no body that is cut, held, slow, too long, too short or refused unread stops the server or delays others',
  run: (size, report, count) =>
    withNode(size, (context) => sendAll(context, size, count ?? (size === 'long' ? 100_000 : 200), report)),
};

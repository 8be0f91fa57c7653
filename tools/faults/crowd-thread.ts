/** Is the thread of `crowd.ts`: opens streams and slow bodies, then requests tiles until it gets a message. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { codeOf } from './ask.ts';
import type { CrowdPlan, CrowdSeen, Member } from './crowd.ts';

const member = z.object({ token: z.string(), from: z.string() });
const plan: CrowdPlan = z
  .object({
    origin: z.string(),
    members: z.array(member),
    streamPath: z.string(),
    streamsEach: z.number(),
    bodyPath: z.string(),
    bodies: z.number(),
    tilePath: z.string(),
    tilesEach: z.number(),
  })
  .parse(workerData);

const state = { over: false, streams: 0, streamsEnded: 0, bodiesEnded: 0 };
const times: number[] = [];
const refused: Record<string, number> = {};
const broken: string[] = [];

const headersOf = ({ token, from }: Member) => ({
  authorization: `Bearer ${token}`,
  'x-forwarded-for': from,
});

/**
 * Sends a request. A connection that was used before may end just then; a browser sends the request again on a new one.
 * A new connection must not break off.
 */
function open(one: Member, path: string, agent: Agent | false): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(`${plan.origin}/${path}`, { headers: headersOf(one), agent }, resolve);
  const onFault = (fault: Error): void => {
    if (sent.reusedSocket) resolve(open(one, path, agent));
    else reject(fault);
  };
  sent.once('error', onFault).end();
  return promise;
}

async function unlessBroken(words: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    broken.push(`${words}: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

async function openStream(one: Member): Promise<void> {
  const stream = await open(one, plan.streamPath, false);
  if (stream.statusCode !== 200) throw new Error(`status ${String(stream.statusCode)}`);
  state.streams += 1;
  stream
    .on('error', () => undefined)
    .once('close', () => (state.streamsEnded += 1))
    .resume();
}

const openedAtOnce = 50;

async function openStreams(): Promise<void> {
  const waiting = Array.from({ length: plan.streamsEach }, () => plan.members).flat();
  while (waiting.length > 0) {
    const some = waiting.splice(0, openedAtOnce);
    await Promise.all(some.map((one) => unlessBroken('a stream', () => openStream(one))));
  }
}

/** More than the lowest rate of a JSON body. */
const bytesEachSecond = 400;
const bodyBytes = 200_000;

function openBody(one: Member): Socket {
  const { hostname, port, host } = new URL(plan.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket
    .on('error', () => undefined)
    .once('close', () => (state.bodiesEnded += 1))
    .resume();
  const headers = {
    ...headersOf(one),
    host,
    'content-type': 'application/json',
    'content-length': bodyBytes,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.write(`POST /${plan.bodyPath} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

async function keepBodies(): Promise<void> {
  const sockets = plan.members.slice(0, plan.bodies).map(openBody);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(' '.repeat(bytesEachSecond));
  }, 1_000).unref();
}

/** Requests a tile. One that is refused is requested again after the named time, as a page does. */
async function askForTile(one: Member, agent: Agent): Promise<void> {
  const started = performance.now();
  const answer = await open(one, plan.tilePath, agent);
  const body = await text(answer);
  const status = answer.statusCode ?? 0;
  if (status === 200) {
    times.push(performance.now() - started);
    return;
  }
  const words = `${String(status)} ${codeOf({ status, ms: 0, body: JSON.parse(body) }) ?? 'without a code'}`;
  refused[words] = (refused[words] ?? 0) + 1;
  await sleep(1_000 * Number(answer.headers['retry-after'] ?? 1));
}

async function askForTiles(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const lane = async (one: Member): Promise<void> => {
    while (!state.over) await unlessBroken('a tile', () => askForTile(one, agent));
  };
  await Promise.all(plan.members.flatMap((one) => Array.from({ length: plan.tilesEach }, () => lane(one))));
}

function seen(): CrowdSeen {
  const { streams, streamsEnded, bodiesEnded } = state;
  const sorted = times.toSorted((one, other) => one - other);
  const [medianMs = 0, slowestMs = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
  return {
    ...{ streams, streamsEnded, bodiesEnded, refused, broken },
    ...{ tiles: sorted.length, medianMs, slowestMs },
  };
}

const port = parentPort;
if (port === null) throw new Error('not a thread');
await openStreams();
await keepBodies();
port.once('message', () => (state.over = true));
port.postMessage('open');
await askForTiles();
port.postMessage(seen());

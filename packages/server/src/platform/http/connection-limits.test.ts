import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connectionClosed } from '../test-sockets.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { stopServer } from './graceful-stop.ts';
import { testApp, testHandlers, token, type TestApp } from './test-table.ts';

const limits: ConnectionLimits = {
  perConnection: 4,
  perAddress: 6,
  anonymousPerAddress: 3,
  readerIdleMs: 200,
};
let server: TestApp;
const sockets: Socket[] = [];

const large = async () => Promise.resolve({ body: new Uint8Array(64 * 1024 * 1024) });

async function start(bytes = large): Promise<number> {
  server = await testApp({ limits, handlers: { ...testHandlers, bytes } });
  return Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await stopServer(server.app, server.streams, 1000);
});

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const bearer = `authorization: Bearer ${token('DOCTOR')}\r\n`;
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
/** A request whose body never arrives, which keeps it in flight. */
const hanging =
  'POST /api/v1/open/call HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n';

async function answerOf(port: number, request: string): Promise<string> {
  const socket = await open(port);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(request);
  await connectionClosed(socket);
  return text;
}

test('a connection that pipelines too many requests is ended, others continue', async () => {
  const port = await start();
  const text = await answerOf(port, get('/api/v1/thing/events', bearer).repeat(5));
  expect(text.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(1);
  expect((await fetch(`http://127.0.0.1:${String(port)}/healthz`)).status).toBe(200);
});

test('requests without a token are refused beyond the share of their address, with a text, and counted down', async () => {
  const port = await start();
  const waiting = await Promise.all([open(port), open(port), open(port)]);
  for (const socket of waiting) socket.write(hanging);
  const refused = await answerOf(port, get('/healthz', 'accept-language: ko\r\n'));
  expect(refused).toContain('HTTP/1.1 503');
  expect(refused).toContain('retry-after: 2');
  expect(refused).toContain('permissions-policy: ');
  expect(refused).toContain('서버가 혼잡합니다');
  const first = waiting.at(0);
  if (first !== undefined) {
    first.write('{"name":1}');
    await once(first, 'data');
  }
  const answered = await answerOf(port, get('/healthz', 'connection: close\r\n'));
  expect(answered).toContain('HTTP/1.1 200');
});

test('the requests of a connection are handled one after the other', async () => {
  let [running, most] = [0, 0];
  const port = await start(async () => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return { body: new Uint8Array(1) };
  });
  const last = get('/api/v1/thing/bytes', `${bearer}connection: close\r\n`);
  const text = await answerOf(port, get('/api/v1/thing/bytes', bearer).repeat(3) + last);
  expect(text.split('HTTP/1.1 200').length - 1).toBe(4);
  expect(most).toBe(1);
});

test('requests that waited for another of their connection end with it, unhandled and counted down', async () => {
  let handled = 0;
  const release = Promise.withResolvers<undefined>();
  const port = await start(async () => {
    handled += 1;
    await release.promise;
    return { body: new Uint8Array(1) };
  });
  for (let round = 1; round <= 4; round += 1) {
    const closed = new Promise((resolve) => {
      server.app.server.once('connection', (served: Socket) => served.once('close', resolve));
    });
    const socket = await open(port);
    let parsed = 0;
    const all = new Promise<void>((resolve) => {
      server.app.server.on('request', () => (parsed += 1) === 4 && resolve());
    });
    socket.write(get('/api/v1/thing/bytes', bearer).repeat(4));
    await all;
    socket.destroy();
    await closed;
    expect(handled).toBe(round);
  }
  release.resolve(undefined);
  const answered = await answerOf(port, get('/api/v1/thing/bytes', `${bearer}connection: close\r\n`));
  expect(answered).toContain('HTTP/1.1 200');
  expect(handled).toBe(5);
});

test('bytes that are not HTTP, behind a request in progress, are not answered in its place', async () => {
  const begun = Promise.withResolvers<undefined>();
  const port = await start(() => {
    begun.resolve(undefined);
    return new Promise(() => undefined);
  });
  const socket = await open(port);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(get('/api/v1/thing/bytes', bearer));
  await begun.promise;
  socket.write('what follows a body that is longer than it says\r\n\r\n');
  await connectionClosed(socket);
  expect(text).toBe('');
});

test('a client that reads nothing is disconnected, one that waits for its answer is not', async () => {
  const port = await start();
  const closed = new Promise((resolve) => {
    server.app.server.once('connection', (served: Socket) => served.once('close', resolve));
  });
  const stuck = await open(port);
  const waiting = await open(port);
  waiting.write(hanging);
  stuck.pause();
  stuck.write(get('/api/v1/thing/bytes', bearer));
  await closed;
  const answer = new Promise<string>((resolve) => {
    waiting.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  waiting.write('{"name":1}');
  expect(await answer).toContain('HTTP/1.1 422');
});

test('bytes of a refused connection beyond its limit are not parsed', async () => {
  const port = await start();
  let parsed = 0;
  server.app.server.on('request', () => (parsed += 1));
  const socket = await open(port);
  socket.resume().write(get('/api/v1/thing/events', bearer).repeat(400));
  await connectionClosed(socket);
  expect(parsed).toBeLessThan(40);
});

test('a request whose lines arrive in many pieces is read completely', async () => {
  const port = await start();
  const lines = Array.from(
    { length: 90 },
    (_none, at) => `x-line-${String(at)}: ${'a'.repeat(100)}\r\n`,
  ).join('');
  expect(await answerOf(port, get('/healthz', `${lines}connection: close\r\n`))).toContain('HTTP/1.1 200');
});

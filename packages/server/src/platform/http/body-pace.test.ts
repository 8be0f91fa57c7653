import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endUnreadBody, watchBody } from './body-pace.ts';

const pace = { idleMs: 60, graceMs: 120, minBytesPerS: 2000, totalMs: Number.POSITIVE_INFINITY };
const tickMs = 20;

/**
 * Sends a request whose body arrives as the test sends it; `isCut` tells whether the server has cut it. The test
 * triggers the watcher's ticks; the connection is real.
 */
async function watchedRequest(read: boolean) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const arrived = Promise.withResolvers<IncomingMessage>();
  let cut = false;
  const server = createServer((request) => {
    const onCut = (): void => {
      cut = true;
      request.destroy();
    };
    watchBody(request, pace, onCut, tickMs);
    if (read) request.resume();
    arrived.resolve(request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10000000\r\n\r\n');
  const request = await arrived.promise;
  onTestFinished(() => {
    vi.useRealTimers();
    socket.destroy();
    server.close();
  });
  const send = async (bytes: number): Promise<void> => {
    const before = request.socket.bytesRead;
    socket.write('x'.repeat(bytes));
    await expect.poll(() => request.socket.bytesRead).toBe(before + bytes);
  };
  return { request, socket, send, isCut: () => cut };
}

test('a body that stops is cut off', async () => {
  const { send, isCut } = await watchedRequest(true);
  await send(10_000);
  vi.advanceTimersByTime(pace.idleMs);
  expect(isCut()).toBe(false);
  vi.advanceTimersByTime(tickMs);
  expect(isCut()).toBe(true);
});

test.each([
  ['a body that crawls is cut', 2, true],
  ['a steady one is not', 500, false],
])('%s', async (_name, bytesPerTick, expected) => {
  const { send, isCut } = await watchedRequest(true);
  for (let tick = 0; tick < 30 && !isCut(); tick += 1) {
    await send(bytesPerTick);
    vi.advanceTimersByTime(tickMs);
  }
  expect(isCut()).toBe(expected);
});

test('time in which the server itself does not read does not count', async () => {
  const { request, socket, isCut } = await watchedRequest(false);
  socket.write('x'.repeat(400_000));
  await expect.poll(() => request.readableLength).toBeGreaterThanOrEqual(request.readableHighWaterMark);
  vi.advanceTimersByTime(100 * tickMs);
  expect(isCut()).toBe(false);
});

/** Opens a connection that sends the headers of a body and then a byte now and then, until the server closes it. */
async function trickle(handle: RequestListener): Promise<void> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 5);
  await new Promise((resolve) => socket.resume().once('close', resolve));
  clearInterval(timer);
}

test('a body that never stops still ends at its total time', async () => {
  const total = { idleMs: 60_000, graceMs: 60_000, minBytesPerS: 0, totalMs: 100 };
  await trickle((request) => {
    watchBody(request, total, () => request.destroy(), 20);
    request.resume();
  });
});

test('the rest of a body whose request is answered does not keep the connection', async () => {
  await trickle((request, response) => {
    endUnreadBody(request, response, 50);
    response.end('no');
  });
});

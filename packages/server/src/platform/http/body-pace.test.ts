import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endUnreadBody, watchBody } from './body-pace.ts';

const pace = { idleMs: 60, graceMs: 120, minBytesPerS: 2000, totalMs: Number.POSITIVE_INFINITY };
let server: Server | null = null;
afterEach(() => server?.close());

/** Sends `chunks` bytes every `everyMs`; says whether the server cut the body before its end. */
async function sendAt(everyMs: number, chunkBytes: number, chunks: number, read = true): Promise<boolean> {
  const seen = { cut: false };
  server = createServer((request, response) => {
    watchBody(
      request,
      pace,
      () => {
        seen.cut = true;
        request.destroy();
      },
      20,
    );
    if (read) request.resume();
    request.on('end', () => response.end('done'));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${String(chunkBytes * chunks)}\r\n\r\n`);
  for (let sent = 0; sent < chunks && !seen.cut; sent += 1) {
    socket.write('x'.repeat(chunkBytes));
    await sleep(everyMs);
  }
  if (!read) await sleep(200);
  socket.destroy();
  return seen.cut;
}

test('a body that stands still or crawls is cut, a steady one is not', async () => {
  expect(await sendAt(300, 10, 3)).toBe(true);
  expect(await sendAt(20, 2, 30)).toBe(true);
  expect(await sendAt(10, 500, 40)).toBe(false);
});

test('time in which the server itself does not read does not count', async () => {
  expect(await sendAt(1, 40_000, 10, false)).toBe(false);
});

/** A connection that sends the head of a body and then a byte now and then, until the server ends it. */
async function trickle(handle: RequestListener): Promise<void> {
  server = createServer(handle);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 5);
  await new Promise((resolve) => socket.resume().once('close', resolve));
  clearInterval(timer);
}

test('a body that never stands still ends all the same at its total time', async () => {
  const total = { idleMs: 60_000, graceMs: 60_000, minBytesPerS: 0, totalMs: 100 };
  await trickle((request) => {
    watchBody(request, total, () => request.destroy(), 20);
    request.resume();
  });
});

test('the rest of a body whose request has its answer does not keep the connection', async () => {
  await trickle((request, response) => {
    endUnreadBody(request, response, 50);
    response.end('no');
  });
});

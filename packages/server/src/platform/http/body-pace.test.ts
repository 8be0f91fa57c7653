import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { watchBody } from './body-pace.ts';

const pace = { idleMs: 60, graceMs: 120, minBytesPerS: 2000 };
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

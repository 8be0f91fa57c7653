import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, isPortFree, listenFault } from './test-ports.ts';

test('a free port is outside the system’s own range, and nobody listens on it', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(30_000);
  expect(port).toBeLessThan(32_768);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await isPortFree('127.0.0.1', port)).toBe(false);
  expect(await listenFault('127.0.0.1', port)).toBe('EADDRINUSE');
  server.close();
  await once(server, 'close');
});

/** Tests that the health command finds a server with and without a certificate of its own. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { selfMadeIdentity } from '@rhythmdesk/server/platform/pdf/self-made-identity';
import { expect, onTestFinished, test } from 'vitest';
import { runCaptured } from '../processes/child-process.ts';

async function portOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? String(address.port) : '';
}

const health = (settings: Record<string, string>) =>
  runCaptured(process.execPath, [join(import.meta.dirname, 'health.ts')], {
    cwd: '/',
    env: { HOST: '0.0.0.0', ...settings },
  });

const ready: RequestListener = ({ url }, response) =>
  void response.writeHead(url === '/readyz' ? 200 : 404).end('{"status":"ready"}');

test('it asks by HTTP, and by HTTPS if the server has a certificate of its own', async () => {
  const plain = await portOf(createServer(ready));
  const { certificates: cert, private_key: key } = await selfMadeIdentity('ec', 'ecg.example');
  const secure = await portOf(createSecure({ cert, key }, ready));
  const found = { code: 0, stdout: '{"status":"ready"}\n' };
  expect(await health({ PORT: plain })).toMatchObject(found);
  expect(await health({ PORT: secure, TLS_CERT_FILE: '/etc/cert.pem' })).toMatchObject(found);
  expect(await health({ PORT: secure })).toMatchObject({ code: 1 });
});

test('a server that is not ready, and none at all, end with exit code 1', async () => {
  const port = await portOf(createServer((_request, response) => void response.writeHead(500).end('{}')));
  expect(await health({ PORT: port })).toMatchObject({ code: 1 });
  expect(await health({ PORT: '1' })).toMatchObject({ code: 1, output: 'No server answers on port 1.\n' });
});

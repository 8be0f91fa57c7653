/** Tests the server over its own TLS: versions, headers of every answer, limits, silent connections, a renewal. */
import { once } from 'node:events';
import { request as askHttp } from 'node:http';
import { connect as connectPlain, type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { connectionClosed } from '../test-sockets.ts';
import { selfMadeIdentity } from '../pdf/self-made-identity.ts';
import { keyPairOf } from '../tls/key-pair.ts';
import { SecureServers } from '../tls/secure-servers.ts';
import { siteName, type Identity } from '../tls/test-key-files.ts';
import { secureGet } from '../tls/test-secure-get.ts';
import { stopServer } from './graceful-stop.ts';
import { testApp, testHandlers, token, type TestAppOptions } from './test-table.ts';

const authorization = `Bearer ${token('DOCTOR')}`;
const pairOf = ({ certificates: cert, private_key: key }: Identity) =>
  keyPairOf({ settings: { cert: 'C', key: 'K' }, cert, key, is_open: false });

async function start(options: TestAppOptions = {}) {
  const identity = await selfMadeIdentity('ec', siteName);
  const secure = new SecureServers(pairOf(identity));
  const server = await testApp({ ...options, secure });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => stopServer(server.app, server.streams, 1000));
  const address: AddressInfo | string | null = server.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { identity, secure, server, port };
}

const target = (port: number, identity: Identity): ConnectionOptions => ({
  ...{ host: '127.0.0.1', port, servername: siteName, ca: identity.certificates },
});

async function open(options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect(options);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

const get = (port: number, { certificates: ca }: Identity, path: string) =>
  secureGet({ port, ca, path, headers: { authorization } });

test('TLS 1.2 and 1.3 are spoken with the certificate, older versions are not', async () => {
  const { port, identity } = await start();
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = await open({ ...target(port, identity), minVersion: version, maxVersion: version });
    expect([socket.getProtocol(), socket.authorized]).toEqual([version, true]);
  }
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  await expect(open({ ...target(port, identity), ...old })).rejects.toThrow(/protocol version/);
});

test('every answer sets https for a year, also one of a broken path and one that no route sees', async () => {
  const { port, identity } = await start({
    limits: { perConnection: 4, perAddress: 0, anonymousPerAddress: 0, readerIdleMs: 9_000 },
  });
  const busy = await get(port, identity, '/healthz');
  expect([busy.status, busy.headers['strict-transport-security']]).toEqual([
    503,
    'max-age=31536000; includeSubDomains',
  ]);
  const other = await start();
  for (const [path, status] of [
    ['/healthz', 200],
    ['/api/v1/thing/things', 200],
    ['/%zz', 404],
    ['/nowhere', 404],
  ] as const) {
    const { headers, ...answer } = await get(other.port, other.identity, path);
    expect([path, answer.status, headers['strict-transport-security']]).toEqual([
      path,
      status,
      'max-age=31536000; includeSubDomains',
    ]);
  }
});

test('a connection with too many requests at once is ended, as without TLS', async () => {
  const { port, identity } = await start();
  const socket = await open(target(port, identity));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(
    `GET /api/v1/thing/events HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`.repeat(400),
  );
  await connectionClosed(socket);
  expect(text.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(1);
});

test('a stop waits for a request, and not for silent connections and unfinished handshakes', async () => {
  const release = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const bytes = async () => {
    asked.resolve(undefined);
    await release.promise;
    return { body: new Uint8Array(3) };
  };
  const { port, identity, server } = await start({ handlers: { ...testHandlers, bytes } });
  const silent = await open(target(port, identity));
  const waiting = connectPlain(port, '127.0.0.1');
  await once(waiting, 'connect');
  const answer = get(port, identity, '/api/v1/thing/bytes');
  await asked.promise;
  const ends = [silent, waiting].map((socket) => once(socket.resume(), 'close'));
  const stopped = stopServer(server.app, server.streams, 60_000);
  await Promise.all(ends);
  release.resolve(undefined);
  expect((await answer).text).toHaveLength(3);
  await stopped;
});

test('unencrypted bytes get no answer', async () => {
  const { port } = await start();
  const asked = askHttp({ host: '127.0.0.1', port, path: '/healthz' });
  asked.end();
  const given: unknown[] = await once(asked, 'error');
  expect(String(given[0])).toMatch(/hang up|ECONNRESET/);
});

test('a renewed certificate is used for new connections while an old one continues', async () => {
  const { port, identity, secure } = await start();
  const early = await open(target(port, identity));
  const renewed = await selfMadeIdentity('rsa', siteName);
  secure.use(pairOf(renewed));
  const late = await open({ ...target(port, renewed), minVersion: 'TLSv1.2' });
  expect(late.getPeerCertificate().fingerprint256).not.toBe(early.getPeerCertificate().fingerprint256);
  early.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(await readText(early)).toContain('HTTP/1.1 200');
  await expect(
    open({
      ...target(port, renewed),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
  ).rejects.toThrow(/protocol version/);
});

/** Tests listener and client over sockets: order, limits, silence, and certificates of both sides. */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { selfMadeIdentity } from '../pdf/self-made-identity.ts';
import type { SigningIdentity } from '../pdf/sign-pdf.ts';
import { passTimeLimit } from '../test-time-limit.ts';
import { openMllp } from './mllp-client.ts';
import { framed } from './mllp-framer.ts';
import { listenMllp, type ListenOptions, type MllpListener, type Peer } from './mllp-listener.ts';

const open: MllpListener[] = [];
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.stop();
});

const peers: Peer[] = [];
const dropped: unknown[] = [];
async function listen(options: Partial<ListenOptions> = {}): Promise<number> {
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: null, connections: 10, idle_ms: 60_000 },
    answer: (message, peer) => {
      peers.push(peer);
      return Promise.resolve(
        message.kind === 'message' ? [Buffer.concat([Buffer.from('to '), message.bytes])] : [],
      );
    },
    onFault: () => undefined,
    onDropped: (each) => void dropped.push(each),
    ...options,
  });
  open.push(listener);
  return listener.port;
}

const any = (): boolean => true;

test('the messages of a connection are answered in their order, also when they arrive at once', async () => {
  const port = await listen();
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.end(Buffer.concat(['a', 'b', 'c'].map((each) => framed(Buffer.from(each)))));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  expect(Buffer.concat(chunks)).toEqual(
    Buffer.concat(['to a', 'to b', 'to c'].map((each) => framed(Buffer.from(each)))),
  );
});

test('a connection above the limit is closed, and one without bytes ends', async () => {
  const port = await listen({ connections: 1, idle_ms: 100 });
  const first = net.connect({ host: '127.0.0.1', port });
  await once(first, 'connect');
  const second = net.connect({ host: '127.0.0.1', port });
  await Promise.all([once(second, 'close'), once(first, 'close')]);
});

test('a truncated message is never answered, and is reported at the end of its connection', async () => {
  const port = await listen();
  dropped.length = 0;
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.end('noise\u000bMSH|half');
  const chunks: unknown[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  expect(chunks).toEqual([]);
  await expect.poll(() => dropped).toEqual([{ skipped_bytes: 5, frames: 1 }]);
});

test('a client reports an unreachable receiver, one that is silent, and one that closes', async () => {
  let heard = 0;
  const port = await listen({
    answer: () => {
      heard += 1;
      return Promise.resolve([]);
    },
  });
  const line = await openMllp({ host: '127.0.0.1', port, tls: null, timeout_ms: 10_000 });
  const exchange = () => line.exchange(Buffer.from('a'), any);
  const silent = await passTimeLimit(exchange, () => heard === 1, 10_000);
  expect(silent).toMatchObject({ reason: { kind: 'no-answer' } });
  line.close();
  const closing = net.createServer((socket) => socket.resume().end()).listen(0, '127.0.0.1');
  await once(closing, 'listening');
  const address = closing.address();
  const target = {
    host: '127.0.0.1',
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    tls: null,
  };
  const closed = await openMllp({ ...target, timeout_ms: 10_000 });
  await expect(closed.exchange(Buffer.from('a'), any)).rejects.toMatchObject({ kind: 'no-answer' });
  closing.close();
  await once(closing, 'close');
  await expect(openMllp({ ...target, timeout_ms: 10_000 })).rejects.toMatchObject({ kind: 'unreachable' });
});

const years = (from: number, to: number) => ({
  from: new Date(Date.UTC(from, 0)),
  to: new Date(Date.UTC(to, 0)),
});
const identityOf = ({ private_key, certificates }: SigningIdentity) => ({
  key: private_key,
  cert: certificates,
});

test('a sender that TLS refuses is reported with reason and address, one that only looks is not', async () => {
  const [ours, sender] = [await selfMadeIdentity('ec', 'localhost'), await selfMadeIdentity('ec', 'sender')];
  const expired = await selfMadeIdentity('ec', 'sender', years(2020, 2021));
  const refused: string[] = [];
  const waiting: (() => void)[] = [];
  const port = await listen({
    tls: { ...identityOf(ours), ca: `${sender.certificates}\n${expired.certificates}` },
    onRefused: (reason, address) => {
      refused.push(`${address}: ${reason}`);
      waiting.shift()?.();
    },
  });
  const refusalOf = async (socket: net.Socket): Promise<string | undefined> => {
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => waiting.push(resolve));
    socket.destroy();
    return refused.at(-1);
  };
  const by = (given: tls.ConnectionOptions) =>
    refusalOf(tls.connect({ host: 'localhost', port, ca: ours.certificates, ...given }));
  expect(await by(identityOf(await selfMadeIdentity('ec', 'other')))).toContain('from no trusted authority');
  expect(await by(identityOf(expired))).toBe('127.0.0.1: Its certificate has expired (CERT_HAS_EXPIRED)');
  expect(await by({})).toContain('127.0.0.1: It shows no certificate');
  const looks = net.connect({ host: '127.0.0.1', port });
  await once(looks, 'connect');
  looks.destroy();
  const plain = net.connect({ host: '127.0.0.1', port });
  plain.write('\u000bMSH|');
  expect(await refusalOf(plain)).toContain('127.0.0.1: It does not use TLS');
  expect(refused).toHaveLength(4);
});

test('a receiver whose authority is unknown, and one without TLS, are faults of TLS', async () => {
  const ours = await selfMadeIdentity('ec', 'localhost');
  const plain = await listen();
  const trusted = { ca: ours.certificates, identity: null };
  const target = { host: 'localhost', tls: trusted, timeout_ms: 10_000 };
  const silent = net.createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  let reached = false;
  silent.once('connection', () => (reached = true));
  const late = await passTimeLimit(
    () => openMllp({ ...target, port }),
    () => reached,
    10_000,
  );
  expect(late).toMatchObject({ reason: { kind: 'tls' } });
  silent.close();
  await expect(openMllp({ ...target, port: plain })).rejects.toMatchObject({ kind: 'tls' });
  const identity = { key: 'no key', cert: 'no certificate' };
  await expect(openMllp({ ...target, port: plain, tls: { ...trusted, identity } })).rejects.toMatchObject({
    kind: 'tls',
  });
});

test('with TLS both sides show certificates that the other trusts, or nothing is exchanged', async () => {
  const [ours, theirs, other] = [
    await selfMadeIdentity('ec', 'localhost'),
    await selfMadeIdentity('ec', 'sender'),
    await selfMadeIdentity('ec', 'other'),
  ];
  const port = await listen({ tls: { ...identityOf(ours), ca: theirs.certificates } });
  const target = { host: 'localhost', port, timeout_ms: 10_000 };
  peers.length = 0;
  const line = await openMllp({ ...target, tls: { ca: ours.certificates, identity: identityOf(theirs) } });
  expect((await line.exchange(Buffer.from('a'), any)).toString()).toBe('to a');
  line.close();
  const fingerprint = new X509Certificate(theirs.certificates).fingerprint256
    .replaceAll(':', '')
    .toLowerCase();
  expect(peers[0]?.fingerprint).toBe(fingerprint);
  await expect(
    openMllp({ ...target, tls: { ca: other.certificates, identity: identityOf(theirs) } }),
  ).rejects.toMatchObject({ kind: 'tls' });
  const stranger = await openMllp({ ...target, tls: { ca: ours.certificates, identity: identityOf(other) } });
  await expect(stranger.exchange(Buffer.from('a'), any)).rejects.toThrow();
  stranger.close();
});

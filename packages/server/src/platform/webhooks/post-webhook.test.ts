/** Tests what a receiver can do to the sender: redirects, silence, endless answers, names that change, certificates. */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { passTimeLimit } from '../test-time-limit.ts';
import { selfMadeIdentity } from '../pdf/self-made-identity.ts';
import { networkList, systemResolve, type Resolve } from './connect-guard.ts';
import { openLines, type PostPolicy } from './guarded-post.ts';
import { postWebhook } from './post-webhook.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const listen = (answer: http.RequestListener): Promise<number> => listening(http.createServer(answer));

const local: PostPolicy = { allowed: networkList(['127.0.0.0/8']), http: true, resolve: systemResolve };
const closed: PostPolicy = { ...local, allowed: networkList([]) };
const longest_ms = 60_000;
const post = (url: string, policy: PostPolicy, { ca = '', timeout_ms = longest_ms } = {}) =>
  postWebhook({ url, headers: { 'webhook-id': 'msg_1' }, body: '{}', ca }, policy, { timeout_ms });

test('a redirect is an answer and is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const port = await listen((request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: 'http://127.0.0.1:1/metadata' }).end();
  });
  expect(await post(`http://127.0.0.1:${String(port)}/in`, local)).toMatchObject({ status: 307 });
  expect(asked).toEqual(['/in']);
});

test('addresses and names of the machine are refused before anything is sent', async () => {
  let connections = 0;
  const server = http.createServer();
  server.on('connection', () => (connections += 1));
  const port = String(await listening(server));
  for (const host of ['127.0.0.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', 'localhost'])
    await expect(post(`http://${host}:${port}/`, closed), host).rejects.toMatchObject({ kind: 'address' });
  await expect(post(`http://localhost:${port}/`, { ...local, http: false })).rejects.toMatchObject({
    kind: 'address',
  });
  expect(connections).toBe(0);
});

test('a name whose address changes between check and connection cannot reach the machine', async () => {
  let connections = 0;
  const server = http.createServer();
  server.on('connection', () => (connections += 1));
  const port = String(await listening(server));
  let asked = 0;
  // TEST-NET-3 is allowed here, and nothing answers there; every later answer is the machine itself.
  const rebinding: Resolve = () => {
    asked += 1;
    return Promise.resolve([{ address: asked === 1 ? '203.0.113.1' : '127.0.0.1', family: 4 }]);
  };
  const policy = { ...closed, allowed: networkList(['203.0.113.0/24']), resolve: rebinding };
  const kinds: string[] = [];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const fault: unknown = await post(`http://turn.example:${port}/`, policy, { timeout_ms: 200 }).catch(
      (each: unknown) => each,
    );
    kinds.push(fault instanceof Error && 'kind' in fault ? String(fault.kind) : 'none');
  }
  expect(kinds[0]).not.toBe('address');
  expect(kinds[1]).toBe('address');
  expect([asked, connections]).toEqual([2, 0]);
});

test('a receiver that does not answer in time is a fault; one that answers without end is cut', async () => {
  let asked = 0;
  const silent = await listen(() => void (asked += 1));
  const inVain = (port: number, times: number) =>
    passTimeLimit(
      () => post(`http://127.0.0.1:${String(port)}/`, local),
      () => asked === times,
      longest_ms,
    );
  expect(await inVain(silent, 1)).toMatchObject({ reason: { kind: 'no-answer' } });
  const endless = await listen((_request, response) => {
    response.writeHead(200);
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', pour);
    pour();
  });
  const { status, text } = await post(`http://127.0.0.1:${String(endless)}/`, local);
  expect([status, text.length]).toEqual([200, 8_192]);
  const slow = await listen(
    (_request, response) => void response.writeHead(200).write('begun', () => (asked += 1)),
  );
  expect(await inVain(slow, 2)).toMatchObject({ value: { status: 200, text: 'begun' } });
  const refused = await listen(() => undefined);
  for (const server of open.splice(0)) server.close();
  await expect(post(`http://127.0.0.1:${String(refused)}/`, local)).rejects.toMatchObject({
    kind: 'unreachable',
  });
});

test('with https the certificate must be trusted', async () => {
  const ours = await selfMadeIdentity('ec', 'localhost');
  const other = await selfMadeIdentity('ec', 'localhost');
  const server = https.createServer(
    { key: ours.private_key, cert: ours.certificates },
    (_request, response) => response.writeHead(204).end(),
  );
  const url = `https://localhost:${String(await listening(server))}/`;
  const policy = { ...local, http: false };
  expect(await post(url, policy, { ca: ours.certificates })).toEqual({ status: 204, text: '' });
  await expect(post(url, policy, { ca: other.certificates })).rejects.toMatchObject({ kind: 'tls' });
  await expect(post(url, policy)).rejects.toMatchObject({ kind: 'tls' });
});

test('connections that are kept open are used again, and one that the receiver has closed is replaced', async () => {
  let connections = 0;
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests += 1;
    // The third one meets a receiver that gives the connection up.
    if (requests === 3) request.socket.destroy();
    else response.writeHead(204).end();
  });
  server.on('connection', () => (connections += 1));
  const url = `http://127.0.0.1:${String(await listening(server))}/`;
  const lines = openLines();
  const send = () =>
    postWebhook({ url, headers: {}, body: '{}', ca: '' }, local, { timeout_ms: 5_000, lines });
  try {
    expect([(await send()).status, (await send()).status, connections]).toEqual([204, 204, 1]);
    expect([(await send()).status, requests, connections]).toEqual([204, 4, 2]);
  } finally {
    lines.close();
  }
});

test('a new connection that the receiver closes is a fault: nothing is sent twice', async () => {
  let requests = 0;
  const port = await listen((request) => {
    requests += 1;
    request.socket.destroy();
  });
  const lines = openLines();
  const sent = postWebhook(
    { url: `http://127.0.0.1:${String(port)}/`, headers: {}, body: '{}', ca: '' },
    local,
    {
      ...{ timeout_ms: 5_000, lines },
    },
  );
  await expect(sent).rejects.toMatchObject({ kind: 'no-answer' });
  expect(requests).toBe(1);
  lines.close();
});

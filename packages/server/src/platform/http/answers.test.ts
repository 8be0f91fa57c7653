import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributeJson } from './pages.ts';
import { filePolicy, pagePolicy } from './content-policy.ts';
import { fixedAnswer } from './fixed-answer.ts';
import { stopServer } from './graceful-stop.ts';
import { testApp, token, type TestApp } from './test-table.ts';

let server: TestApp;
let base: string;
const authorization = `Bearer ${token('DOCTOR')}`;

beforeAll(async () => {
  const pages = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(pages, 'assets'));
  await writeFile(join(pages, 'index.html'), '<script nonce="__CSP_NONCE__" src="/assets/a-1.js"></script>');
  await writeFile(join(pages, 'assets', 'a-1.js'), `/* ${'x'.repeat(4000)} */`);
  await writeFile(join(pages, 'assets', '.hidden.js'), 'hidden');
  server = await testApp({ pages });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => stopServer(server.app, server.streams, 1000));

type Init = { method?: string; body?: string; headers?: Record<string, string> };
const api = (path: string, init: Init = {}) =>
  fetch(`${base}/api/v1/${path}`, { ...init, headers: { authorization, ...init.headers } });

test('bytes keep their length, and no browser stores them', async () => {
  const answer = await api('thing/bytes');
  expect((await answer.arrayBuffer()).byteLength).toBe(3000);
  expect(answer.headers.get('content-length')).toBe('3000');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a stream of bytes arrives completely, under a name that cannot break a header', async () => {
  const answer = await api('thing/bytes?stream=yes');
  expect((await answer.arrayBuffer()).byteLength).toBe(6000);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Befund \\"?\\";.bin"; filename*=UTF-8''Befund%20%22%C3%BC%22%3B.bin`,
  );
});

test('a file is sent as a stream, only with its own media type, and never beyond its limit', async () => {
  const send = (body: string, type = 'application/pdf') =>
    api('thing/send?filename=a.pdf', { method: 'POST', body, headers: { 'content-type': type } });
  expect(await (await send('x'.repeat(1000))).json()).toEqual({ size: 1000, filename: 'a.pdf' });
  expect((await send('x'.repeat(1001))).status).toBe(422);
  expect((await send('{}', 'application/json')).status).toBe(422);
});

test('events have their ids, a heartbeat, and end with the server', async () => {
  const answer = await api('thing/events', { headers: { 'last-event-id': '4' } });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  while (!seen.includes('still here')) seen += (await reader?.read())?.value ?? '';
  expect(seen).toContain('retry: 100\n\nid: 7\ndata: {"n":5}\n\n');
  expect(server.streams.size).toBe(1);
  await reader?.cancel();
  await expect.poll(() => server.streams.size).toBe(0);
});

test('a page gets a new nonce each time, under a policy without inline code', async () => {
  const one = await fetch(`${base}/detail/12?x=1`);
  const nonce = /nonce="([^"]+)"/.exec(await one.text())?.[1] ?? '';
  expect(one.headers.get('content-security-policy')).toBe(pagePolicy(nonce));
  expect(one.headers.get('cache-control')).toBe('no-store');
  const two = await fetch(`${base}/index.html`);
  expect(await two.text()).not.toContain(nonce);
  expect(pagePolicy(nonce)).not.toMatch(/unsafe|\*/);
});

test('a page that is built while the server runs is served from then on', async () => {
  const pages = await mkdtemp(join(tmpdir(), 'pages-'));
  const { app, streams } = await testApp({ pages });
  const early = await app.inject('/detail/12');
  expect(early.statusCode).toBe(404);
  await writeFile(join(pages, 'index.html'), 'built');
  const late = await app.inject('/detail/12');
  expect([late.statusCode, late.body]).toEqual([200, 'built']);
  await stopServer(app, streams, 1000);
});

test('the icon is cached for a day, and another file without a hash in its name is validated each time', async () => {
  const pages = await mkdtemp(join(tmpdir(), 'pages-'));
  for (const name of ['index.html', 'mark.svg', 'mark-192.png', 'scheme.js', 'bookmark.svg'])
    await writeFile(join(pages, name), 'built');
  const { app, streams } = await testApp({ pages });
  const cachingOf = async (path: string) => (await app.inject(path)).headers['cache-control'];
  expect(await cachingOf('/mark.svg')).toBe('public, max-age=86400');
  expect(await cachingOf('/mark-192.png')).toBe('public, max-age=86400');
  expect(await cachingOf('/scheme.js')).toBe('no-cache');
  expect(await cachingOf('/bookmark.svg')).toBe('no-cache');
  await stopServer(app, streams, 1000);
});

test('assets are cached permanently and compressed; a missing one is no page', async () => {
  const asset = await fetch(`${base}/assets/a-1.js`, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect(asset.headers.get('content-security-policy')).toBe(filePolicy);
  expect((await asset.text()).length).toBe(4006);
  for (const path of [
    'assets/b-2.js',
    'favicon.png',
    'assets/..%2findex.html',
    'assets/.hidden.js',
    'assets/%61-1.js',
    'INDEX.html',
    'api/v1/nothing',
    'api/other',
  ]) {
    expect([path, (await fetch(`${base}/${path}`)).status]).toEqual([path, 404]);
  }
  expect((await fetch(`${base}/admin`, { method: 'POST' })).status).toBe(404);
});

test('the server says that it is alive and ready, and describes itself', async () => {
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok', troubles: [] });
  expect((await fetch(`${base}/readyz`, { method: 'HEAD' })).status).toBe(200);
  const text = await (await fetch(`${base}/api/v1/openapi.json`)).text();
  expect(text).toContain('"/api/v1/thing/thing/{thing_id}":{"get":{"operationId":"read"');
  const docs = await fetch(`${base}/api/v1/docs`);
  const html = await docs.text();
  expect(html).toContain('/api/v1/thing/thing/{thing_id}');
  expect(html).not.toMatch(/<script|style="|https?:\/\//);
  const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(docs.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
});

test('a constant answer is made once, compressed once, and not sent again to clients that have it', async () => {
  for (const path of ['docs', 'openapi.json']) {
    const first = await fetch(`${base}/api/v1/${path}`, { headers: { 'accept-encoding': 'gzip' } });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect((await first.text()).length).toBeGreaterThan(Number(first.headers.get('content-length')));
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${base}/api/v1/${path}`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('a fixed answer is made by its first request, and once for many simultaneous ones', async () => {
  let count = 0;
  const answer = fixedAnswer(() => `made ${String((count += 1))}`, 'text/plain');
  expect(count).toBe(0);
  const made = await Promise.all([answer.made(), answer.made()]);
  expect(made.map(({ bodies }) => brotliDecompressSync(bodies.br).toString())).toEqual(['made 1', 'made 1']);
  expect(count).toBe(1);
});

test('security headers are on every answer, whatever the URL', async () => {
  const paths = [
    'healthz',
    'assets/a-1.js',
    'assets/',
    'assets/none.js',
    'detail/1',
    'api/v1/none',
    '%ff',
    'x%00y',
  ];
  for (const path of paths) {
    const { headers, status } = await fetch(`${base}/${path}`);
    expect([path, status < 500]).toEqual([path, true]);
    for (const name of [
      'content-security-policy',
      'permissions-policy',
      'x-content-type-options',
      'x-frame-options',
    ])
      expect([path, name, headers.get(name)]).not.toEqual([path, name, null]);
  }
  expect((await fetch(`${base}/assets/`)).status).toBe(404);
  const text = await (await fetch(`${base}/.well-known/security.txt`)).text();
  expect(text).toContain('Contact: mailto:security@example.org\nExpires: 2027-05-21T00:00:00Z\n');
});

/** Returns what a raw connection receives for these bytes. */
function raw(bytes: string, address = base): Promise<string> {
  const { port } = new URL(address);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
  });
}

test('invalid HTTP and unknown methods get an answer with a code', async () => {
  expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 422 [^]*"code":"input\/invalid"/);
  expect(await raw(`GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 422 /);
  const odd = 'PROPFIND /api/v1/things HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  expect(await raw(odd)).toMatch(/^HTTP\/1.1 404 /);
  const twice =
    'POST /api/v1/open/call HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}';
  expect(await raw(twice)).toMatch(/^HTTP\/1.1 422 /);
});

test('settings are in an attribute and never end it', () => {
  const written = attributeJson({ a: "x\" onload='y' <b> & c" });
  expect(written).not.toMatch(/["<>]/);
  const read = written.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  expect(JSON.parse(read)).toEqual({ a: "x\" onload='y' <b> & c" });
});

test('a connection without a request ends without an answer to the next one', async () => {
  const { app, streams } = await testApp({
    headerWaits: { headersTimeout: 50, connectionsCheckingInterval: 25 },
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    expect(await raw('', address)).toBe('');
    expect(await raw('GET /api/v1/thing HTTP/1.1\r\nHost: a\r\n', address)).toBe('');
  } finally {
    await stopServer(app, streams, 1000);
  }
});

test.each([
  '/assets/',
  '/assets/.',
  '/assets//',
  '/assets/%2e',
  '/assets/a-1.js/',
  '/assets/%00',
  '/assets/%',
])('%s is no file, and no error either', async (url) => {
  const { statusCode, body } = await server.app.inject({ url });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
  expect(JSON.parse(body)).toHaveProperty('code');
});

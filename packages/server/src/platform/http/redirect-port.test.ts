/** Tests that browsers are redirected to the one encrypted address, and that programs are refused. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openRedirectPort } from './redirect-port.ts';

async function start(public_url = 'https://ecg.example') {
  const faults: unknown[] = [];
  const opened = await openRedirectPort(
    { host: '127.0.0.1', port: 0, public_url, troubles: () => Promise.resolve(['disk-low']) },
    (fault) => faults.push(fault),
  );
  onTestFinished(opened.stop);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${String(opened.port)}${path}`, { redirect: 'manual', ...init });
  /** Sends a request line that no client would send. */
  const raw = async (line: string, headers = '') => {
    const socket = connect(opened.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${line} HTTP/1.1\r\nhost: evil.example\r\n${headers}\r\n`);
    return readText(socket);
  };
  return { ask, raw, faults };
}

test('a page is redirected to the same page of PUBLIC_URL, whatever host the request names', async () => {
  const { ask, raw } = await start();
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask('/case/7?tab=report&x=%2F', {
      method,
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect([method, answer.status, answer.headers.get('location')]).toEqual([
      ...[method, 308, 'https://ecg.example/case/7?tab=report&x=%2F'],
    ]);
  }
  for (const [line, location] of [
    ['GET /', 'https://ecg.example/'],
    ['GET //evil.example/', 'https://ecg.example//evil.example/'],
    ['GET /\\evil.example/', 'https://ecg.example//evil.example/'],
    ['GET http://evil.example/login', 'https://ecg.example/'],
    ['GET /@evil.example', 'https://ecg.example/@evil.example'],
  ] as const) {
    const answer = await raw(line);
    expect([line, /^location: (.*)$/m.exec(answer)?.[1]]).toEqual([line, location]);
    expect(answer).toContain('HTTP/1.1 308 ');
  }
});

test('a browser with cookies of other sites of the domain is redirected too', async () => {
  const { ask } = await start();
  expect((await ask('/case', { headers: { cookie: 'intranet=1' } })).status).toBe(308);
});

test('a path of PUBLIC_URL is not repeated', async () => {
  const { ask } = await start('https://hospital.example/ecg');
  const locations = await Promise.all(
    ['/', '/case/7', '/ecg/case/7'].map(async (path) => (await ask(path)).headers.get('location')),
  );
  const base = 'https://hospital.example/ecg';
  expect(locations).toEqual([`${base}/`, `${base}/case/7`, `${base}/case/7`]);
});

test('under a path programs are refused as well', async () => {
  const { ask } = await start('https://hospital.example/ecg');
  for (const path of ['/ecg/api/v1/case/cases', '/ecg/fhir/R4/metadata', '/api/v1/case/cases'])
    expect([path, (await ask(path)).status]).toEqual([path, 403]);
});

test('what was sent without encryption is refused, and says so in the caller’s language', async () => {
  const { ask } = await start();
  const headers = { 'accept-language': 'ko', 'content-type': 'application/json' };
  const sent = await ask('/api/v1/auth/login', { method: 'POST', headers, body: '{"password":"x"}' });
  expect([sent.status, sent.headers.get('location')]).toEqual([403, null]);
  expect(await sent.json()).toMatchObject({
    code: 'server/unencrypted',
    detail: '이 주소는 암호화되지 않습니다. https 주소를 사용해 주세요.',
  });
  for (const [path, init] of [
    ['/login', { method: 'POST' }],
    ['/login', { method: 'DELETE' }],
    ['/login', { method: 'OPTIONS' }],
    ['/case', { headers: { authorization: 'Bearer x' } }],
    ['/api/v1/case/cases', {}],
    ['/fhir/R4/metadata', {}],
  ] as const) {
    const { status, headers: given } = await ask(path, init);
    expect([path, init, status, given.get('location')]).toEqual([path, init, 403, null]);
  }
});

test('no answer asks for https for a year, which browsers must ignore here', async () => {
  const { ask } = await start();
  expect((await ask('/')).headers.get('strict-transport-security')).toBeNull();
});

test('health is answered, and readiness is not', async () => {
  const { ask, faults } = await start();
  const answer = await ask('/healthz');
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', troubles: ['disk-low'] }]);
  expect((await ask('/readyz')).status).toBe(308);
  expect(faults).toEqual([]);
});

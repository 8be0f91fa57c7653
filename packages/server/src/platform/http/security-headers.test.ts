/** Tests the security headers that every response has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopServer } from './graceful-stop.ts';
import { testApp, token, type TestApp } from './test-table.ts';

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await testApp();
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => stopServer(server.app, server.streams, 1000));

const authorization = `Bearer ${token('DOCTOR')}`;
const addresses = [
  '/api/v1/thing/things',
  '/api/v1/thing/bytes',
  '/api/v1/none',
  '/healthz',
  '/nowhere',
  '/',
];

test('answers set https for a year with every subdomain, no sniffing, no referrer, no framing, no objects, no foreign base', async () => {
  for (const url of addresses) {
    const { headers } = await fetch(`${base}${url}`, { headers: { authorization } });
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "default-src 'none'",
    ]) {
      expect([url, policy.includes(part)]).toEqual([url, true]);
    }
    expect(policy).not.toMatch(/unsafe-(inline|eval)|https?:/);
    expect([url, headers.get('x-content-type-options')]).toEqual([url, 'nosniff']);
    expect([url, headers.get('referrer-policy')]).toEqual([url, 'no-referrer']);
    const transport = headers.get('strict-transport-security') ?? '';
    expect(Number(/max-age=(\d+)/.exec(transport)?.[1])).toBeGreaterThanOrEqual(31_536_000);
    expect(transport).toContain('includeSubDomains');
  }
});

test('no cookie is set and no other origin has access', async () => {
  for (const url of addresses) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await server.app.inject({
        method,
        url,
        headers: {
          authorization,
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
        },
      });
      const opened = Object.keys(headers).filter((name) => /^(access-control-|set-cookie)/.test(name));
      expect([method, url, opened]).toEqual([method, url, []]);
    }
  }
});

test('only the routes of the table can be called, and nothing changes by a GET', async () => {
  for (const method of ['TRACE', 'GET', 'PUT'] as const) {
    const answer = await server.app.inject({
      method,
      url: '/api/v1/thing/effect',
      headers: { authorization },
    });
    expect([method, answer.statusCode]).toEqual([method, 404]);
  }
});

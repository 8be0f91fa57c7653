import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { openLog } from '../log/log.ts';
import { makeHttpServer } from './http-server.ts';
import { serveRaw } from './raw-routes.ts';
import { Refusal } from './refusal.ts';

let app: FastifyInstance;
let base: string;
beforeAll(async () => {
  app = await makeHttpServer({ log: openLog('silent'), trustProxy: false });
  serveRaw(app, '/raw', async ({ request, response }) => {
    if (request.url === '/raw/no') throw new Refusal('upload/offset', { retry_after_s: 3 });
    if (request.url === '/raw/fault') throw new Error('secret words');
    const body = await text(request);
    response.writeHead(201, { 'x-size': String(body.length) }).end();
  });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

test('a body of any kind and size passes unread, under the headers of every answer', async () => {
  const answer = await fetch(`${base}/raw/one`, {
    method: 'PATCH',
    body: 'x'.repeat(600_000),
    headers: { 'content-type': 'application/offset+octet-stream' },
  });
  expect([answer.status, answer.headers.get('x-size')]).toEqual([201, '600000']);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
});

test('refusals and faults have the catalogue’s form', async () => {
  const no = await fetch(`${base}/raw/no`, { method: 'HEAD' });
  expect([no.status, no.headers.get('retry-after'), await no.text()]).toEqual([409, '3', '']);
  const fault = await fetch(`${base}/raw/fault`, { method: 'POST', body: 'x' });
  const words = await fault.text();
  expect(fault.status).toBe(500);
  expect(words).toContain('"code":"server/fault"');
  expect(words).not.toContain('secret');
});

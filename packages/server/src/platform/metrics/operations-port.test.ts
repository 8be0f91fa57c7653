/** Tests the port of metrics and health: before and after a start, with and without a token. */
import { afterEach, expect, test } from 'vitest';
import type { Trouble } from '../http/troubles.ts';
import { openMetrics } from './metrics.ts';
import { openOperationsPort, type OperationsPort } from './operations-port.ts';

const open: OperationsPort[] = [];
afterEach(() => Promise.all(open.splice(0).map(({ stop }) => stop())));

async function listening(token?: string) {
  const faults: unknown[] = [];
  const port = await openOperationsPort(
    { host: '127.0.0.1', port: 0, token },
    openMetrics('server'),
    (fault) => faults.push(fault),
  );
  open.push(port);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${String(port.port)}${path}`, init);
  return { port, ask, faults };
}

test('a program that starts lives and is not ready, then it reports its own troubles', async () => {
  const { port, ask, faults } = await listening();
  const [alive, ready] = [await ask('/healthz'), await ask('/readyz')];
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok', troubles: ['starting'] }]);
  expect([ready.status, await ready.json()]).toEqual([500, { status: 'not ready', troubles: ['starting'] }]);
  const troubles: Trouble[] = ['disk-low'];
  port.report(() => Promise.resolve(troubles));
  const later = await ask('/readyz');
  expect([later.status, await later.json()]).toEqual([200, { status: 'ready', troubles }]);
  port.report(() => Promise.reject(new Error('broken')));
  expect((await ask('/readyz')).status).toBe(500);
  expect(faults).toHaveLength(1);
});

test('metrics need the token if there is one; health never does; nothing else is served', async () => {
  const { ask } = await listening('token-of-metrics-1');
  expect((await ask('/healthz')).status).toBe(200);
  for (const authorization of ['', 'Bearer wrong', 'Basic token-of-metrics-1'])
    expect([authorization, (await ask('/metrics', { headers: { authorization } })).status]).toEqual([
      authorization,
      401,
    ]);
  const given = await ask('/metrics', { headers: { authorization: 'Bearer token-of-metrics-1' } });
  expect([given.status, given.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(await given.text()).toContain('rhythmdesk_build_info');
  expect((await ask('/')).status).toBe(404);
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(405);
});

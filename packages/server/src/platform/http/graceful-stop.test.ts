import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopServer } from './graceful-stop.ts';
import { testApp, testHandlers, token } from './test-table.ts';

const headers = { authorization: `Bearer ${token('DOCTOR')}` };

async function slowServer(answerAfterMs: number) {
  const server = await testApp({
    handlers: {
      ...testHandlers,
      read: async ({ input, signal }) => {
        await sleep(answerAfterMs, undefined, { signal });
        return { thing_id: input.thing_id };
      },
    },
  });
  const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...server, base };
}

test('a running request gets its answer, an event stream ends, new connections are refused', async () => {
  const { app, streams, base } = await slowServer(300);
  const events = await fetch(`${base}/api/v1/thing/events`, { headers });
  const running = fetch(`${base}/api/v1/thing/thing/5`, { headers });
  await sleep(50);
  const stopped = stopServer(app, streams, 5000);
  expect(await events.text()).toContain('data: {"n":1}');
  expect(await (await running).json()).toEqual({ thing_id: 5 });
  await stopped;
  await expect(fetch(`${base}/healthz`)).rejects.toThrow();
});

test('a request that outlasts the limit is cut, and the stop comes to its end', async () => {
  const { app, streams, base } = await slowServer(60_000);
  const running = fetch(`${base}/api/v1/thing/thing/5`, { headers });
  const cut = expect(running).rejects.toThrow();
  await sleep(50);
  const began = performance.now();
  await stopServer(app, streams, 200);
  await cut;
  expect(performance.now() - began).toBeLessThan(3000);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { stopServer } from './graceful-stop.ts';
import { testApp, testHandlers, token } from './test-table.ts';

const headers = { authorization: `Bearer ${token('DOCTOR')}` };

/** Creates a server whose response waits until the test releases it; `begun` is settled once a request has arrived. */
async function slowServer() {
  const begun = Promise.withResolvers<undefined>();
  const may = Promise.withResolvers<undefined>();
  const server = await testApp({
    handlers: {
      ...testHandlers,
      read: async ({ input }) => {
        begun.resolve(undefined);
        await may.promise;
        return { thing_id: input.thing_id };
      },
    },
  });
  const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...server, base, begun: begun.promise, answer: () => may.resolve(undefined) };
}

test('a running request gets its answer, an event stream ends, new connections are refused', async () => {
  const { app, streams, base, begun, answer } = await slowServer();
  const events = await fetch(`${base}/api/v1/thing/events`, { headers });
  const running = fetch(`${base}/api/v1/thing/thing/5`, { headers });
  await begun;
  const stopped = stopServer(app, streams, 600_000);
  expect(await events.text()).toContain('data: {"n":1}');
  answer();
  expect(await (await running).json()).toEqual({ thing_id: 5 });
  await stopped;
  await expect(fetch(`${base}/healthz`)).rejects.toThrow();
});

test('a request that exceeds the limit is cut off, and the stop completes', async () => {
  const { app, streams, base, begun } = await slowServer();
  const running = fetch(`${base}/api/v1/thing/thing/5`, { headers });
  const cut = expect(running).rejects.toThrow();
  await begun;
  await stopServer(app, streams, 200);
  await cut;
});

test('a connection that has sent nothing does not delay the stop', async () => {
  const { app, streams, base } = await slowServer();
  const silent = connect(Number(new URL(base).port), '127.0.0.1').resume();
  await once(silent, 'connect');
  // The server has accepted it once it has answered a later connection.
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const closed = once(silent, 'close');
  await stopServer(app, streams, 600_000);
  await closed;
});

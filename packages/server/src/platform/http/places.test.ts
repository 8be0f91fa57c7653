import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { Places } from './places.ts';
import { testApp, testHandlers, token } from './test-table.ts';

/** Two places, of which the handler holds each until it is released. */
async function held() {
  const places = new Places(2);
  const inside: (() => void)[] = [];
  let entered = Promise.withResolvers<undefined>();
  const read = async ({ input }: { input: { thing_id: number } }) => {
    await new Promise<void>((resolve) => {
      inside.push(resolve);
      entered.resolve(undefined);
    });
    return { thing_id: input.thing_id };
  };
  const handlers = { ...testHandlers, read };
  const { app } = await testApp({ handlers, inPlaces: { rows: new Set(['read']), places } });
  const ask = (id: number, who = token('DOCTOR')) =>
    app.inject({ url: `/api/v1/thing/thing/${String(id)}`, headers: { authorization: `Bearer ${who}` } });
  const untilInside = async (count: number): Promise<void> => {
    while (inside.length < count) {
      entered = Promise.withResolvers();
      await entered.promise;
    }
  };
  return { app, places, inside, ask, untilInside };
}

test('more requests than places wait in order, all are answered, other routes do not wait', async () => {
  const { app, places, inside, ask, untilInside } = await held();
  const answers = [1, 2, 3].map(async (id) => (await ask(id)).json<unknown>());
  await untilInside(2);
  const headers = { authorization: `Bearer ${token('DOCTOR')}` };
  const other = await app.inject({ url: '/api/v1/thing/things?page=1&size=10', headers });
  expect([other.statusCode, inside.length, places.taken]).toEqual([200, 2, 2]);
  inside[0]?.();
  await untilInside(3);
  for (const release of inside) release();
  expect(await Promise.all(answers)).toEqual([{ thing_id: 1 }, { thing_id: 2 }, { thing_id: 3 }]);
  expect([places.taken, places.waitMs]).toEqual([0, 0]);
  await app.close();
});

test('a refused caller leaves the place', async () => {
  const { app, places, ask } = await held();
  for (const id of [1, 2, 3]) expect((await ask(id, 'unknown_token_of_nobody')).statusCode).toBe(401);
  expect(places.taken).toBe(0);
  await app.close();
});

test('a request that ends while it waits leaves its place to the next', async () => {
  const places = new Places(1);
  const reply = (closed: boolean) => ({ raw: Object.assign(new EventEmitter(), { closed }) });
  const leave = await places.take(reply(false));
  const gone = places.take(reply(true));
  const next = places.take(reply(false));
  leave();
  await expect(gone).rejects.toThrow('server/busy');
  (await next)();
  expect(places.taken).toBe(0);
});

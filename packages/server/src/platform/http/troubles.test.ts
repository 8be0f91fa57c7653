import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { serveOperations } from './operations.ts';
import { diskTrouble, type Trouble } from './troubles.ts';

const mb = 1024 ** 2;

test.each<readonly [Trouble[], number, string]>([
  [[], 200, 'ready'],
  [['disk-low'], 200, 'ready'],
  [['disk-full'], 500, 'not ready'],
  [['database-down', 'disk-full'], 500, 'not ready'],
  [['database-away'], 500, 'not ready'],
  [['stopping'], 500, 'not ready'],
])('with %j it lives, says why, and is ready by %i', async (troubles, code, status) => {
  const app = Fastify();
  serveOperations(app, {}, () => Promise.resolve(troubles), null);
  const alive = await app.inject('/healthz');
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'ok', troubles }]);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([code, { status, troubles }]);
});

test('a disk is low below its floor, and full without room for the log of the database, or where nobody can say', async () => {
  const at = (free: number) => diskTrouble(() => Promise.resolve(free), 100 * mb);
  expect(await at(100 * mb)).toEqual([]);
  expect(await at(100 * mb - 1)).toEqual(['disk-low']);
  expect(await at(31 * mb)).toEqual(['disk-full']);
  expect(await diskTrouble(() => Promise.reject(new Error('gone')), mb)).toEqual(['disk-full']);
});

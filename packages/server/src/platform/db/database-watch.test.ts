import { expect, test } from 'vitest';
import { isConnectionFault } from './connection-fault.ts';
import { watchDatabase } from './database-watch.ts';
import { openPool } from './database.ts';
import { stallingDoor } from './test-stalling-door.ts';
import { testDatabase } from './test-database.ts';

test('a database that stops answering is unavailable, is reported once, and is available again when it answers', async () => {
  const { app } = await testDatabase();
  const door = await stallingDoor(app);
  const { url } = door;
  const watch = watchDatabase({ connectionString: url }, { everyMs: 50, lateMs: 5_000, connectMs: 5_000 });
  const states: string[] = [];
  const gone = new Promise<void>((resolve) => watch.onAway(() => resolve(void states.push('away'))));
  expect(watch.isAway()).toBe(false);
  door.state.still = true;
  await gone;
  expect(watch.isAway()).toBe(true);
  door.state.still = false;
  while (watch.isAway()) await new Promise((resolve) => setImmediate(resolve));
  expect(states).toEqual(['away']);
  await watch.stop();
  door.close();
});

test('a slow connection is no sign; a stop in its middle does not wait for it', async () => {
  const { app } = await testDatabase();
  const door = await stallingDoor(app);
  door.state.still = true;
  const { url } = door;
  const times = { everyMs: 10, lateMs: 20, connectMs: 900_000 };
  const watch = watchDatabase({ connectionString: url }, times);
  const states: string[] = [];
  watch.onAway(() => states.push('away'));
  await expect.poll(() => door.state.connections).toBe(1);
  // A watch that starts later and gives its connection no more time than a query has given up by then.
  const hasty = watchDatabase({ connectionString: url }, { ...times, connectMs: times.lateMs });
  await new Promise<void>((resolve) => hasty.onAway(resolve));
  expect([watch.isAway(), states]).toEqual([false, []]);
  await Promise.all([watch.stop(), hasty.stop()]);
  expect(states).toEqual([]);
  door.close();
});

test('errors of a missing database are recognised, those of a statement or a missing file are not', async () => {
  const nowhere = openPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }, () => undefined);
  const refused: unknown = await nowhere.query('select 1').catch((fault: unknown) => fault);
  await nowhere.end();
  const { pool } = await testDatabase();
  const wrong: unknown = await pool.query('select wrong').catch((fault: unknown) => fault);
  const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' });
  expect([refused, wrong, missing, null].map(isConnectionFault)).toEqual([true, false, false, false]);
  expect(isConnectionFault(new Error('Failed query', { cause: refused }))).toBe(true);
});

import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ConnectionSettings } from '../db/database.ts';
import { testDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { openLog } from '../log/log.ts';
import { enqueue } from './enqueue.ts';
import { type JobName, jobs } from './job-names.ts';
import { startJobs } from './runner.ts';
import { reportingHandlers } from './test-handlers.ts';

const countRow = z.object({ count: z.number() });

/** Counts the wake-ups of runners from now on. `end` returns the number once all sent ones have been received. */
async function countWakeUps(settings: ConnectionSettings) {
  const client = new Client(settings);
  await client.connect();
  const payloads: string[] = [];
  const { promise: heardLast, resolve } = Promise.withResolvers<string>();
  client.on('notification', ({ payload = '' }) => {
    payloads.push(payload);
    if (payload === 'last') resolve(payload);
  });
  await client.query('listen "jobs:insert"');
  const count = (): number => payloads.filter((payload) => payload === '{"count":1}').length;
  const end = async (): Promise<number> => {
    // Messages arrive in the order in which they were sent.
    await client.query(`select pg_notify('jobs:insert', 'last')`);
    await heardLast;
    await client.end();
    return count();
  };
  return { count, end };
}

test('jobs of one queue follow each other at once, and nothing else wakes a runner', async () => {
  const { db, app } = await testDatabase();
  for (const key of ['1', '2', '3']) await transact(db, (tx) => enqueue(tx, 'renew-analyses', {}, { key }));
  const wakeUps = await countWakeUps(app);
  const ran: JobName[] = [];
  const renewals = (): number => ran.filter((name) => name === 'renew-analyses').length;
  const runner = await startJobs({
    connection: app,
    handlers: reportingHandlers((name) => void ran.push(name)),
    places: { common: 2, analyses: 0 },
    log: openLog('silent'),
    stopMs: 500,
    pollMs: 3_600_000,
  });
  try {
    await expect.poll(renewals).toBe(3);
    await expect.poll(wakeUps.count).toBeGreaterThanOrEqual(3);
  } finally {
    await runner.stop();
  }
  // A scheduled job may have become due in the meantime, and may still wait.
  const ofQueues = ran.filter((name) => jobs[name].queue !== undefined);
  const waiting = await db.execute(
    sql`select count(*)::int as count from graphile_worker.jobs where queue_name is not null`,
  );
  expect(await wakeUps.end()).toBe(ofQueues.length + countRow.parse(waiting.rows[0]).count);
});

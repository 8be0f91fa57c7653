import { expect, test } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { openLog } from '../log/log.ts';
import { enqueue } from './enqueue.ts';
import { startJobs, type JobHandlers } from './runner.ts';
import { idleHandlers } from './test-handlers.ts';

test('jobs of one queue follow each other without waiting for the next look into the table', async () => {
  const { db, app } = await testDatabase();
  for (const key of ['1', '2', '3']) await transact(db, (tx) => enqueue(tx, 'renew-analyses', {}, { key }));
  let done = 0;
  const handlers: JobHandlers = {
    ...idleHandlers,
    'renew-analyses': () => Promise.resolve(void (done += 1)),
  };
  const runner = await startJobs({
    connection: app,
    handlers,
    places: { common: 2, analyses: 0 },
    log: openLog('silent'),
    stopMs: 500,
    pollMs: 3_600_000,
  });
  try {
    await expect.poll(() => done).toBe(3);
  } finally {
    await runner.stop();
  }
});

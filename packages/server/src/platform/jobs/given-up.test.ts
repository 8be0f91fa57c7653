import { expect, test } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { transact } from '../db/transact.ts';
import { enqueue } from './enqueue.ts';
import { countGivenUp, givenUpJobs, runAgain } from './given-up.ts';

const { db, pool } = await testDatabase();

test('failed jobs are listed with their reason, and run again on request, one or all', async () => {
  for (const upload_id of ['a', 'b', 'waiting'])
    await transact(db, (tx) => enqueue(tx, 'check-upload', { upload_id }));
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'file'
    where payload->>'upload_id' <> 'waiting'`);
  const listed = await givenUpJobs(db);
  expect(await countGivenUp(db)).toBe(2);
  expect(listed.map(({ job, payload, fault }) => [job, payload, fault])).toEqual([
    ['check-upload', { upload_id: 'b' }, 'file'],
    ['check-upload', { upload_id: 'a' }, 'file'],
  ]);
  expect(await runAgain(db, [listed[0]?.id ?? 0])).toEqual([listed[0]?.id]);
  expect((await givenUpJobs(db)).map(({ payload }) => payload)).toEqual([{ upload_id: 'a' }]);
  expect(await runAgain(db, null)).toHaveLength(1);
  expect(await givenUpJobs(db)).toEqual([]);
  const attempts = await pool.query('select attempts, last_error from graphile_worker.jobs');
  expect(attempts.rows).toEqual(Array.from({ length: 3 }, () => ({ attempts: 0, last_error: null })));
});

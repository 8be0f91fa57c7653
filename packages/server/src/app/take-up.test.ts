import { expect, test } from 'vitest';
import { raiseUrgentAnalyses, resumeAnalyses } from '../features/analysis/analysis-record.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { Client } from 'pg';

const { db, pool, owner } = await testDatabase();

const queued = async () =>
  (
    await pool.query<{ case_id: string; priority: number }>(
      `select payload->>'case_id' as case_id, priority from graphile_worker._private_jobs order by priority, run_at`,
    )
  ).rows.map(({ case_id, priority }) => [Number(case_id), priority]);

test('waiting work without a job gets one, urgent before normal, and failed jobs are left to an operator', async () => {
  const client = new Client(owner);
  await client.connect();
  await client.query(`insert into user_groups (type, name) values ('hospital', 'H');
    insert into users (user_id, name, role_key, user_group_id, password_hash)
      select 'u', 'U', 'DOCTOR', id, '' from user_groups;
    insert into cases (hn_id, hospital_id, owner_id, uploader_group_id, priority)
      select 'HN00000' || n, g.id, u.id, g.id, case when n = 3 then 'urgent' else 'normal' end
      from generate_series(1, 3) n, user_groups g, users u;
    insert into analyses_waiting (case_id, requested_at) select case_id, to_timestamp(case_id) from cases;`);
  await resumeAnalyses(db);
  expect(await queued()).toEqual([
    [3, -10],
    [1, 0],
    [2, 0],
  ]);
  await client.query(`update cases set priority = 'urgent' where case_id = 2`);
  await raiseUrgentAnalyses(db);
  expect((await queued()).map(([case_id]) => case_id)).toEqual([2, 3, 1]);
  await client.query(`update graphile_worker._private_jobs set attempts = max_attempts;
    delete from graphile_worker._private_jobs where payload->>'case_id' = '1'`);
  await resumeAnalyses(db);
  const attempts = await client.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker._private_jobs where attempts = max_attempts`,
  );
  expect([(await queued()).length, attempts.rows[0]?.n]).toEqual([3, 2]);
  await client.end();
});

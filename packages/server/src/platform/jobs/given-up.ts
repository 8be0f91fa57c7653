/** Jobs that failed as often as they may: they stay in the table until an operator has them run again. */
import type { Pool } from 'pg';
import { z } from 'zod';

const givenUpShape = z.array(
  z.object({
    id: z.coerce.number(),
    job: z.string(),
    payload: z.unknown(),
    attempts: z.number(),
    failed_at: z.date(),
    fault: z.string().nullable(),
  }),
);
export type GivenUpJob = z.output<typeof givenUpShape>[number];

/** Oldest first. */
export async function givenUpJobs(pool: Pool): Promise<GivenUpJob[]> {
  const answer = await pool.query(
    `select p.id, j.task_identifier as job, p.payload, p.attempts, p.updated_at as failed_at, p.last_error as fault
     from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
     where p.attempts >= p.max_attempts and p.locked_at is null order by p.updated_at, p.id`,
  );
  return givenUpShape.parse(answer.rows);
}

/** Runs given-up jobs again as if they had never failed; all of them where no id is named. Gives the number. */
export async function runAgain(pool: Pool, ids: readonly number[] | null): Promise<number> {
  const answer = await pool.query(
    `update graphile_worker._private_jobs set attempts = 0, run_at = now(), last_error = null, updated_at = now()
     where attempts >= max_attempts and locked_at is null and ($1::bigint[] is null or id = any($1))`,
    [ids],
  );
  return answer.rowCount ?? 0;
}

/** Finds jobs that used all their attempts. They stay in the table until an operator runs them again. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';

const givenUpShape = z.object({
  id: z.coerce.number(),
  job: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
  failed_at: z.coerce.date(),
  fault: z.string().nullable(),
});
type GivenUp = z.output<typeof givenUpShape>;

const isGivenUp = sql`attempts >= max_attempts and locked_at is null`;

/** Returns the given-up jobs, the last failed first. */
export async function givenUpJobs(db: Queryable, most = 1_000_000): Promise<GivenUp[]> {
  const found = await db.execute(sql`
    select p.id, j.task_identifier as job, p.payload, p.attempts, p.updated_at as failed_at, p.last_error as fault
    from graphile_worker._private_jobs p join graphile_worker.jobs j using (id)
    where p.attempts >= p.max_attempts and p.locked_at is null
    order by p.updated_at desc, p.id desc limit ${most}`);
  return found.rows.map((row) => givenUpShape.parse(row));
}

export async function countGivenUp(db: Queryable): Promise<number> {
  const found = await db.execute(
    sql`select count(*)::int as n from graphile_worker._private_jobs where ${isGivenUp}`,
  );
  return z.object({ n: z.number() }).parse(found.rows[0]).n;
}

const idRow = z.object({ id: z.coerce.number() });

/** Runs given-up jobs again as if they had never failed, all of them if no id is given. Returns their ids. */
export async function runAgain(db: Queryable, ids: readonly number[] | null): Promise<number[]> {
  const named = ids === null ? sql`true` : sql`id = any(string_to_array(${ids.join(',')}, ',')::bigint[])`;
  const found = await db.execute(sql`
    update graphile_worker._private_jobs set attempts = 0, run_at = now(), last_error = null, updated_at = now()
    where ${isGivenUp} and ${named} returning id`);
  return found.rows.map((row) => idRow.parse(row).id);
}

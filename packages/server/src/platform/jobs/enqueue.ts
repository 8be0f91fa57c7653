/** Adds a job in the caller's transaction, so that the job exists if and only if the transaction is committed. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { jobs, type JobName, type JobPayload } from './job-names.ts';

export interface EnqueueOptions {
  /**
   * Only one job with this key can wait. A second one replaces the first while it waits. A running one is not changed,
   * and a new one waits behind it.
   */
  key?: string;
  /** The job does not run before this instant. */
  run_at?: Date;
  /** A waiting job with the same key keeps its time, so that a job that is requested repeatedly still runs. */
  keeps_time?: true;
  /** Jobs of one queue run one after the other; by default the job's own queue. */
  queue?: string;
  /** Smaller numbers run first; by default the job's own priority. */
  priority?: number;
}

export async function enqueue<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobPayload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  const row = jobs[name];
  const checked = JSON.stringify(row.payload.parse(payload));
  const key = options.key === undefined ? null : `${name}:${options.key}`;
  const queue = options.queue ?? row.queue ?? null;
  const runAt = options.run_at?.toISOString() ?? null;
  await tx.execute(
    sql`select 1 from graphile_worker.add_job(identifier => ${name}, payload => ${checked}::json,
      queue_name => ${queue}, run_at => ${runAt}::timestamptz, max_attempts => ${row.max_attempts}::int,
      job_key => ${key}, job_key_mode => ${options.keeps_time === true ? 'preserve_run_at' : 'replace'},
      priority => ${options.priority ?? row.priority ?? 0}::int)`,
  );
}

/** Adds a job in the caller's transaction, so that the job exists if and only if the transaction is committed. */
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
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

const addedRow = z.object({ id: z.coerce.number().nullable() });

/** A job that begins twice while it is replaced has ended in between, so a few times are enough. */
const mostTimes = 10;

/**
 * Adds the job. graphile-worker adds nothing, and returns no id, if the waiting job of the key begins at the moment at
 * which it would be replaced. It runs by the state before this transaction, so the job is added again, behind it.
 */
async function add(tx: Tx, statement: SQL): Promise<void> {
  for (let time = 0; time < mostTimes; time += 1) {
    const { rows } = await tx.execute(statement);
    if (addedRow.parse(rows[0]).id !== null) return;
  }
  throw new Error('a job could not be added');
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
  await add(
    tx,
    sql`select id from graphile_worker.add_job(identifier => ${name}, payload => ${checked}::json,
      queue_name => ${queue}, run_at => ${runAt}::timestamptz, max_attempts => ${row.max_attempts}::int,
      job_key => ${key}, job_key_mode => ${options.keeps_time === true ? 'preserve_run_at' : 'replace'},
      priority => ${options.priority ?? row.priority ?? 0}::int)`,
  );
}

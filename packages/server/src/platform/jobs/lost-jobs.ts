/**
 * Frees jobs that this process took without knowing it: when a connection breaks, the answer to the statement that takes a
 * job can be lost after the database has carried it out. Such a job, and its queue, would stay locked by a living runner
 * for the four hours that a lock lasts.
 *
 * Invariant: a job that a handler works on is never freed. A lock counts as lost only when two looks, a minute apart, find
 * it without a handler, because a job may just have been taken, or its end be written a moment later.
 */
import type { Pool } from 'pg';
import { z } from 'zod';

const lockedRows = z.array(z.object({ id: z.string(), locked_at: z.string() }));

const ownLocks = `select id::text, locked_at::text from graphile_worker._private_jobs
  where locked_by = any($1::text[])`;

/** Frees the jobs and their queues, and gives back the attempt, in which nothing was done. */
const freeJobs = `with freed as (
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
    where id = any($1::bigint[]) and locked_by = any($2::text[]) returning job_queue_id)
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
  from freed where q.id = freed.job_queue_id and q.locked_by = any($2::text[])`;

export class LostJobs {
  readonly #pool: Pool;
  readonly #runners = new Set<string>();
  readonly #worked = new Set<string>();
  #seen: ReadonlySet<string> = new Set();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Notes a runner of this process by the id with which it locks jobs. */
  runner(id: string): void {
    this.#runners.add(id);
  }

  /** Notes a job while its handler works on it. */
  async during<Result>(job_id: string, work: () => Promise<Result>): Promise<Result> {
    this.#worked.add(job_id);
    try {
      return await work();
    } finally {
      this.#worked.delete(job_id);
    }
  }

  /** Frees what is lost since the last look. Returns the ids. */
  async free(): Promise<string[]> {
    const runners = [...this.#runners];
    const { rows } = await this.#pool.query(ownLocks, [runners]);
    const locked = lockedRows.parse(rows).filter(({ id }) => !this.#worked.has(id));
    const nameOf = ({ id, locked_at }: (typeof locked)[number]): string => `${id} ${locked_at}`;
    const lost = locked.filter((one) => this.#seen.has(nameOf(one))).map(({ id }) => id);
    this.#seen = new Set(locked.map(nameOf));
    if (lost.length > 0) await this.#pool.query(freeJobs, [lost, runners]);
    return lost;
  }
}

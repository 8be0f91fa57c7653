/**
 * Writes and reads waiting background jobs as lines of text. They are stored by their content, not as rows of the
 * queue, so that a later release of the queue accepts them. Jobs that were running wait again after a restore; one that
 * was given up gets all its attempts back.
 */
import type { Client } from 'pg';
import { z } from 'zod';
import type { Snapshot } from '../db/snapshot.ts';

const lineShape = z.object({
  identifier: z.string(),
  payload: z.unknown(),
  queue_name: z.string().nullable(),
  run_at: z.string(),
  max_attempts: z.number(),
  key: z.string().nullable(),
  priority: z.number(),
});

const jobsQuery = `
  select v.task_identifier as identifier, j.payload, v.queue_name, v.run_at::text as run_at,
    v.max_attempts::int as max_attempts, v.key, v.priority::int as priority
  from graphile_worker._private_jobs j join graphile_worker.jobs v on v.id = j.id order by j.id`;

export async function* waitingJobs(snapshot: Pick<Snapshot, 'rows'>): AsyncGenerator<string, undefined> {
  for await (const row of snapshot.rows(jobsQuery)) yield JSON.stringify(lineShape.parse(row));
}

export async function addJobs(client: Client, lines: AsyncIterable<string>): Promise<number> {
  let added = 0;
  for await (const line of lines) {
    const job = lineShape.parse(JSON.parse(line));
    await client.query(
      `select graphile_worker.add_job(identifier => $1, payload => $2::json, queue_name => $3,
         run_at => $4::timestamptz, max_attempts => $5, job_key => $6, priority => $7)`,
      [
        job.identifier,
        JSON.stringify(job.payload),
        job.queue_name,
        job.run_at,
        job.max_attempts,
        job.key,
        job.priority,
      ],
    );
    added += 1;
  }
  return added;
}

/**
 * Detects which job runners are alive, so that the jobs of a killed one are taken at once and not after the four hours
 * that their lock lasts.
 *
 * A runner holds an advisory lock named after its id on a connection of its own. PostgreSQL releases it when that
 * connection ends, on whichever machine the runner was. If another process can take the lock of an id, that runner is
 * dead.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { z } from 'zod';
import type { ConnectionSettings } from '../db/database.ts';

const lockOf = (id: string) => `hashtextextended('rhythmdesk job runner ' || ${id}, 0)`;
const idsShape = z.array(z.object({ locked_by: z.string() }));

export interface Presence {
  /** Settles when the lock is held for the first time. */
  held: Promise<unknown>;
  end: () => Promise<void>;
}

async function holdOnce(connection: ConnectionSettings, id: string) {
  const client = new Client({ ...connection, application_name: 'rhythmdesk job runner', keepAlive: true });
  const ended = new Promise((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(null));
  });
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [id]);
  } catch (fault) {
    await client.end().catch(() => undefined);
    throw fault;
  }
  return { client, ended };
}

/** Holds the lock of this runner until `end`, and takes it again after the connection broke. */
export function announce(
  connection: ConnectionSettings,
  id: string,
  onFault: (fault: unknown) => void,
): Presence {
  const stop = new AbortController();
  const first = Promise.withResolvers<undefined>();
  const isEnding = () => stop.signal.aborted;
  let live: Client | null = null;
  const follow = async () => {
    while (!isEnding()) {
      try {
        const { client, ended } = await holdOnce(connection, id);
        live = client;
        first.resolve(undefined);
        if (isEnding()) break;
        await ended;
      } catch (fault) {
        onFault(fault);
      }
      await sleep(500, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    await live?.end().catch(() => undefined);
  };
  const following = follow();
  return {
    held: first.promise,
    end: async () => {
      stop.abort();
      await live?.end().catch(() => undefined);
      await following;
    },
  };
}

/**
 * Gives back the attempt that the death of a runner interrupted, because attempts count faults of the work, not of the
 * machine. A job that was running at one death after the other may be their cause, so from the third death on it waits
 * longer each time.
 */
const giveBack = `
  with taken as (select id from graphile_worker._private_jobs where locked_by = any($1::text[])),
  counted as (
    insert into job_deaths as d (job_id, deaths) select id, 1 from taken
    on conflict (job_id) do update set deaths = d.deaths + 1, last_at = now() returning job_id, deaths)
  update graphile_worker._private_jobs j set attempts = greatest(0, j.attempts - 1),
    run_at = case when counted.deaths < 3 then j.run_at
      else now() + make_interval(secs => least(3600, 5 * 2 ^ (counted.deaths - 3))) end
  from counted where counted.job_id = j.id`;

/** Frees the jobs and queues of every runner that is verifiably dead. Returns the ids of those runners. */
export async function unlockDead(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const answer = await client.query(
      `with lockers as materialized (
         select locked_by from graphile_worker._private_jobs where locked_by is not null
         union
         select locked_by from graphile_worker._private_job_queues where locked_by is not null)
       select locked_by from lockers where pg_try_advisory_xact_lock(${lockOf('locked_by')})`,
    );
    const dead = idsShape.parse(answer.rows).map(({ locked_by }) => locked_by);
    if (dead.length > 0) {
      await client.query(giveBack, [dead]);
      await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
      await client.query(
        'delete from job_deaths d where not exists (select 1 from graphile_worker._private_jobs j where j.id = d.job_id)',
      );
    }
    await client.query('commit');
    return dead;
  } catch (fault) {
    await client.query('rollback').catch(() => undefined);
    throw fault;
  } finally {
    client.release();
  }
}

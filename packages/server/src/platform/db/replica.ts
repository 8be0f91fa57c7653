/**
 * Reads from a replica of the database what may be read there (`mayReadReplica`), as long as it has everything that was
 * committed before.
 *
 * Invariant: a request that begins after a change was acknowledged or announced, by whichever server, sees it. A request
 * notes how far the log of the primary has been written before its first read. Each transaction on the replica compares
 * that position with its own. It waits for it for a short time; otherwise the primary answers. So no server has to know
 * who wrote what.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { isConnectionFault } from './connection-fault.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { streamOf } from './packets.ts';
import { NotCurrent } from './pooler.ts';
import type { Replica, ReplicaState } from './replica-port.ts';
import { sqlState } from './transact.ts';

type Reading = {
  /** The position in the log of the primary that the replica must have reached; null before the first read. */
  position: Promise<string | null> | null;
  /** The primary answered one read of this work, and answers all that follow. */
  isOver: boolean;
};
const present = new AsyncLocalStorage<Reading>();

/** Runs `work` so that its reads may be answered by the replica. It writes nothing. */
export const mayReadReplica = <Result>(work: () => Promise<Result>): Promise<Result> =>
  present.run({ position: null, isOver: false }, work);

type Log = {
  readonly warn: (details: object, words: string) => void;
  readonly info: (details: object, words: string) => void;
};

/** A replica on the same network is behind by a few milliseconds. */
const longestWaitMs = 100;
const firstWaitMs = 2;
/** A replica that comes and goes adds no more lines to the log. */
const logEveryMs = 60_000;

const positionRows = z.tuple([z.object({ position: z.string() })]);

/**
 * Returns how far the log of the primary is flushed, or written if a change is visible before it is flushed; null if the
 * primary does not answer.
 */
async function positionOf(primary: Pool): Promise<string | null> {
  const asked = primary.query(`select case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as position`);
  const answer = await asked.catch(() => null);
  return answer === null ? null : positionRows.parse(answer.rows)[0].position;
}

/** A write on the replica; a conflict with its recovery; what only a primary does; a function that is not there yet. */
const unfit: ReadonlySet<string | null> = new Set(['25006', '40001', '55000', '42883']);

function whyNot(fault: unknown): Exclude<ReplicaState, 'used'> | null {
  if (isConnectionFault(fault)) return 'away';
  return fault instanceof NotCurrent || unfit.has(sqlState(fault)) ? 'behind' : null;
}

/** Repeats an attempt until the replica has reached its position, for a short time. */
async function untilCurrent<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + longestWaitMs;
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    try {
      return await attempt();
    } catch (fault) {
      if (!(fault instanceof NotCurrent) || performance.now() + waitMs > end) throw fault;
    }
    await sleep(waitMs);
  }
}

/** Ends the connections in use at the beginning of an outage, so that nobody waits for their answers. */
function endWhenAway(pool: Pool, watch: DatabaseWatch): void {
  const used = new Set<PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_fault, client) => used.delete(client));
  watch.onAway(() => {
    for (const client of used) streamOf(client)?.destroy();
  });
}

class ReplicaReads {
  state: ReplicaState = 'used';
  reads = 0;
  readsOnPrimary = 0;
  readonly #log: Log;
  /** Only one read at a time asks a replica that was no use lately. */
  #isTried = false;
  #loggedMs = -logEveryMs;
  #isLogged = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns a function that ends the attempt; null if the primary should answer at once. */
  begin(): (() => void) | null {
    if (this.state === 'used') return () => undefined;
    if (this.#isTried) return null;
    this.#isTried = true;
    return () => {
      this.#isTried = false;
    };
  }

  succeeded(): void {
    this.reads += 1;
    if (this.state === 'used') return;
    this.state = 'used';
    if (this.#isLogged) this.#log.info(this.#figures(), 'lists are read from the replica again');
    this.#isLogged = false;
  }

  /** `fault` is that of a read; the watch, which notices an outage before any read, has none. */
  failed(why: Exclude<ReplicaState, 'used'>, fault?: unknown): void {
    this.state = why;
    if (this.#isLogged || performance.now() < this.#loggedMs + logEveryMs) return;
    this.#isLogged = true;
    this.#loggedMs = performance.now();
    const words = { behind: 'the replica is behind', away: 'the replica is away' }[why];
    const err = fault === undefined ? {} : { err: fault };
    this.#log.warn({ ...err, ...this.#figures() }, `${words}: lists are read from the primary`);
  }

  #figures() {
    return { reads: this.reads, reads_on_primary: this.readsOnPrimary };
  }
}

export function openReplica({
  pool,
  primary,
  watch,
  log,
}: {
  readonly pool: Pool;
  readonly primary: Pool;
  readonly watch: DatabaseWatch;
  readonly log: Log;
}): Replica {
  const reads = new ReplicaReads(log);
  endWhenAway(pool, watch);
  watch.onAway(() => reads.failed('away'));
  const attempt = async <Result>(
    reading: Reading,
    onReplica: (position: string) => Promise<Result>,
  ): Promise<{ readonly answer: Result } | null> => {
    const end = reading.isOver || watch.isAway() ? null : reads.begin();
    if (end === null) return null;
    try {
      const position = await (reading.position ??= positionOf(primary));
      if (position === null) return null;
      const answer = await untilCurrent(() => onReplica(position));
      reads.succeeded();
      return { answer };
    } catch (fault) {
      const why = whyNot(fault);
      if (why === null) throw fault;
      reads.failed(why, fault);
      return null;
    } finally {
      end();
    }
  };
  return {
    pool,
    read: async (onReplica, onThePrimary) => {
      const reading = present.getStore();
      if (reading === undefined) return onThePrimary();
      const given = await attempt(reading, onReplica);
      if (given !== null) return given.answer;
      reading.isOver = true;
      reads.readsOnPrimary += 1;
      return onThePrimary();
    },
    figures: () => ({
      state: watch.isAway() ? 'away' : reads.state,
      reads: reads.reads,
      reads_on_primary: reads.readsOnPrimary,
    }),
    close: async () => {
      await watch.stop();
      await pool.end();
    },
  };
}

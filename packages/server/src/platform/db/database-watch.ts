/**
 * Tracks whether the database answers, so that no request waits while it is unavailable. A query is sent a few times a
 * second on a separate connection and must be answered in time. An outage is reported once, at its beginning.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type ConnectionSettings, longestConnectMs } from './database.ts';
import { programLevel } from './migrate.ts';
import { watchName } from './migration-steps.ts';

export type DatabaseWatch = {
  readonly isAway: () => boolean;
  /** Calls the listener whenever an outage begins. Returns a function that ends it. */
  readonly onAway: (listener: () => void) => () => void;
  readonly stop: () => Promise<void>;
};

type WatchTimes = {
  readonly everyMs: number;
  readonly lateMs: number;
  /**
   * The same limit as for connections of the pool. With a shorter one, a database with slow connections would never be
   * found again.
   */
  readonly connectMs: number;
};

type WatchOptions = WatchTimes & {
  /** The name of the connection; without it the one by which other programs recognise the version of this one. */
  readonly name?: string;
};

const usual: WatchTimes = { everyMs: 300, lateMs: 1_200, connectMs: longestConnectMs };

/** A stop does not wait for the connection; an unfinished one then ends at its timeout. */
async function connectWithin(
  connection: ConnectionSettings,
  { connectMs, name }: WatchOptions,
  stop: AbortSignal,
): Promise<Client> {
  const client = new Client({
    ...connection,
    application_name: name ?? watchName(await programLevel()),
    connectionTimeoutMillis: connectMs,
  });
  client.on('error', () => undefined);
  const stopped = Promise.withResolvers<never>();
  const giveUp = (): void => {
    client.end().catch(() => undefined);
    stopped.reject(new Error('The watch was stopped.'));
  };
  stop.addEventListener('abort', giveUp, { once: true });
  const connected = client.connect();
  await Promise.race([connected, stopped.promise]).finally(() => stop.removeEventListener('abort', giveUp));
  return client;
}

/**
 * A response that is late because this process was busy does not count as an outage: it is then already in the socket.
 */
export async function answersWithin(client: Client, lateMs: number): Promise<boolean> {
  const state = { answered: false };
  // The limit of the connection for its other statements may be shorter.
  const statement = { text: 'select 1', query_timeout: 2 * lateMs };
  const probe = client.query(statement).then(
    () => (state.answered = true),
    () => false,
  );
  const late = sleep(lateMs, false, { ref: false });
  if (await Promise.race([probe, late])) return true;
  for (let turn = 0; turn < 3 && !state.answered; turn += 1) await nextTurn();
  return state.answered;
}

export function watchDatabase(connection: ConnectionSettings, times: WatchOptions = usual): DatabaseWatch {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const state: { away: boolean; client: Client | null } = { away: false, client: null };
  const discard = (): void => {
    state.client?.end().catch(() => undefined);
    state.client = null;
  };
  const ask = async (): Promise<boolean> => {
    try {
      state.client ??= await connectWithin(connection, times, closing.signal);
      return await answersWithin(state.client, times.lateMs);
    } catch {
      return false;
    }
  };
  const isStopped = (): boolean => closing.signal.aborted;
  const follow = async (): Promise<void> => {
    while (!isStopped()) {
      const isThere = await ask();
      if (isStopped()) break;
      if (!isThere) discard();
      const hasGone = !isThere && !state.away;
      state.away = !isThere;
      if (hasGone) for (const listener of [...listeners]) listener();
      await sleep(times.everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    discard();
  };
  const following = follow();
  return {
    isAway: () => state.away,
    onAway: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: async () => {
      closing.abort();
      await following;
    },
  };
}

/**
 * Tracks a pooler. A statement may wait there for a connection, so an answer counts as late only when no request could
 * wait for it any more. The name is that of requests, because connections of a pooler keep the name of their last user.
 */
export const watchPooler = (connection: ConnectionSettings): DatabaseWatch =>
  watchDatabase(connection, { ...usual, lateMs: 5_000, name: 'rhythmdesk' });

/** Returns a watch for which the database is away while one of several ways to it is. */
export function watchAll(watches: readonly DatabaseWatch[]): DatabaseWatch {
  return {
    isAway: () => watches.some((each) => each.isAway()),
    onAway: (listener) => {
      const ends = watches.map((each) => each.onAway(listener));
      return () => ends.forEach((end) => end());
    },
    stop: async () => {
      await Promise.all(watches.map((each) => each.stop()));
    },
  };
}

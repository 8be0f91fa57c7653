/**
 * Provides locks by name that outlast a transaction and apply to all nodes: advisory locks on one connection of this
 * process. A process that wants a held lock may ask its holder, on whichever node, to release it.
 *
 * Invariants: a name has one holder at a time. PostgreSQL releases everything when the connection ends, so the locks of
 * a dead process are free at once. A holder whose connection broke is asked to release the name, because another may
 * already hold it.
 */
import { Client } from 'pg';
import type { ConnectionSettings } from './database.ts';
import { endWhenSilent, type SilenceTimes } from './silent-connection.ts';

const answerMs = 5_000;
const channel = 'rhythmdesk_session_lock';
const lockKeySql = `hashtextextended('rhythmdesk session lock ' || $1, 0)`;

export type SessionLock = { readonly release: () => Promise<void> };

export type SessionLocks = {
  /**
   * Returns null if another holder has it. `letGo` is called when somebody asks for the lock and when the connection
   * breaks.
   */
  readonly take: (name: string, letGo: () => void) => Promise<SessionLock | null>;
  /** Asks the holder to release the lock. */
  readonly ask: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Holders = Map<string, () => void>;
type Line = { readonly client: Client; broken: boolean };

/** Opens a connection that tells a holder when somebody asks for its lock, and tells all holders when it breaks. */
async function openLine(
  connection: ConnectionSettings,
  held: Holders,
  onBroken: (fault: unknown) => void,
  silence: SilenceTimes | undefined,
): Promise<Line> {
  const client = new Client({
    ...connection,
    application_name: 'rhythmdesk locks',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  const line: Line = { client, broken: false };
  const breakOff = (fault: unknown): void => {
    if (line.broken) return;
    line.broken = true;
    const holders = [...held.values()];
    held.clear();
    onBroken(fault);
    for (const letGo of holders) letGo();
  };
  client.on('error', breakOff);
  client.on('end', () => breakOff(null));
  client.on('notification', ({ payload }) => held.get(payload ?? '')?.());
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
  } catch (fault) {
    breakOff(null);
    await client.end().catch(() => undefined);
    throw fault;
  }
  endWhenSilent(client, silence);
  return line;
}

/** Closes the connection if a query has no response, because it would be unknown whether it took the lock. */
async function isSo({ client }: Line, expression: string, name: string): Promise<boolean> {
  try {
    const answer = await client.query<{ ok: unknown }>(`select ${expression} as ok`, [name]);
    return answer.rows[0]?.ok === true;
  } catch (fault) {
    await client.end().catch(() => undefined);
    throw fault;
  }
}

export function sessionLocks(
  connection: ConnectionSettings,
  onFault: (fault: unknown) => void,
  silence?: SilenceTimes,
): SessionLocks {
  const held: Holders = new Map();
  const state: { line: Promise<Line> | null; closed: boolean } = { line: null, closed: false };
  const onBroken = (fault: unknown): void => {
    state.line = null;
    if (!state.closed && fault !== null) onFault(fault);
  };
  const ready = (): Promise<Line> => (state.line ??= openLine(connection, held, onBroken, silence));
  const forget = (name: string, letGo: () => void): void => {
    if (held.get(name) === letGo) held.delete(name);
  };
  const lockOf = (line: Line, name: string, letGo: () => void): SessionLock => ({
    release: async () => {
      if (!line.broken) await isSo(line, `pg_advisory_unlock(${lockKeySql})`, name).catch(onFault);
      forget(name, letGo);
    },
  });
  return {
    take: async (name, letGo) => {
      if (held.has(name)) return null;
      held.set(name, letGo);
      try {
        const line = await ready();
        if (await isSo(line, `pg_try_advisory_lock(${lockKeySql})`, name)) return lockOf(line, name, letGo);
      } catch (fault) {
        forget(name, letGo);
        throw fault;
      }
      forget(name, letGo);
      return null;
    },
    ask: async (name) => {
      const mine = held.get(name);
      if (mine === undefined) await isSo(await ready(), `pg_notify('${channel}', $1)`, name);
      else mine();
    },
    close: async () => {
      state.closed = true;
      const line = await state.line?.catch(() => null);
      await line?.client.end().catch(() => undefined);
    },
  };
}

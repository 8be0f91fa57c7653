/**
 * Locks by name that outlast a transaction and count on every node: advisory locks on one connection of this process.
 * Whoever wants one that is held may ask its holder, on whichever node, to let go.
 *
 * Laws: a name has one holder at a time. PostgreSQL lets go of everything when the connection ends, so what a dead
 * process held is free at once; a holder whose connection broke is told to let go, since another may hold the name by
 * then.
 */
import { Client, escapeIdentifier } from 'pg';
import type { ConnectionSettings } from './database.ts';

const answerMs = 5_000;
const channel = 'rhythmdesk_session_lock';
const keyOf = `hashtextextended('rhythmdesk session lock ' || $1, 0)`;

export type SessionLock = { readonly release: () => Promise<void> };

export type SessionLocks = {
  /** Null where somebody holds it. `letGo` is called when somebody asks for it, and when the connection breaks. */
  readonly take: (name: string, letGo: () => void) => Promise<SessionLock | null>;
  /** Asks whoever holds it to let go. */
  readonly ask: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Line = { readonly client: Client; broken: boolean };

export function sessionLocks(
  connection: ConnectionSettings,
  onFault: (fault: unknown) => void,
): SessionLocks {
  const held = new Map<string, () => void>();
  const state: { line: Promise<Line> | null; closed: boolean } = { line: null, closed: false };

  const open = async (): Promise<Line> => {
    const client = new Client({
      ...connection,
      application_name: 'rhythmdesk locks',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    });
    const line: Line = { client, broken: false };
    const breakOff = (fault?: unknown): void => {
      if (line.broken) return;
      line.broken = true;
      state.line = null;
      const holders = [...held.values()];
      held.clear();
      for (const letGo of holders) letGo();
      if (!state.closed && fault !== undefined) onFault(fault);
    };
    client.on('error', breakOff);
    client.on('end', () => breakOff());
    client.on('notification', ({ payload }) => held.get(payload ?? '')?.());
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(channel)}`);
    } catch (fault) {
      breakOff();
      await client.end().catch(() => undefined);
      throw fault;
    }
    return line;
  };
  const ready = (): Promise<Line> => (state.line ??= open());
  /** A question without an answer ends the connection: whether it took the lock would else stay unknown. */
  const query = async (line: Line, text: string, name: string): Promise<unknown> => {
    try {
      const answer = await line.client.query<{ ok: unknown }>(text, [name]);
      return answer.rows[0]?.ok;
    } catch (fault) {
      await line.client.end().catch(() => undefined);
      throw fault;
    }
  };

  return {
    take: async (name, letGo) => {
      if (held.has(name)) return null;
      held.set(name, letGo);
      const forget = (): void => {
        if (held.get(name) === letGo) held.delete(name);
      };
      try {
        const line = await ready();
        const isTaken = (await query(line, `select pg_try_advisory_lock(${keyOf}) as ok`, name)) === true;
        if (!isTaken) {
          forget();
          return null;
        }
        return {
          release: async () => {
            if (!line.broken)
              await query(line, `select pg_advisory_unlock(${keyOf}) as ok`, name).catch(onFault);
            forget();
          },
        };
      } catch (fault) {
        forget();
        throw fault;
      }
    },
    ask: async (name) => {
      const mine = held.get(name);
      if (mine !== undefined) mine();
      else await query(await ready(), `select pg_notify('${channel}', $1) as ok`, name);
    },
    close: async () => {
      state.closed = true;
      const line = await state.line?.catch(() => null);
      await line?.client.end().catch(() => undefined);
    },
  };
}

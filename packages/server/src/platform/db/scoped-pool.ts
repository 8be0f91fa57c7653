/**
 * Wraps a pool so that single statements run in the scope of their caller. Each is a transaction of four statements,
 * the second of which opens the scope. They are sent together (the connections are pipelined), in one packet, and cost
 * one round trip. If one fails, the database refuses the following ones and the end rolls everything back. Transactions
 * open their scope themselves (`openDb`).
 */
import { Duplex } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { isConnectionFault } from './connection-fault.ts';
import { openingOf, presentScope, type RowScope } from './row-scope.ts';
import { scopeKeyOf } from './scope-seal.ts';

type Anything = (...given: unknown[]) => unknown;

function isFunction(value: unknown): value is Anything {
  return typeof value === 'function';
}

function ask(target: object, given: readonly unknown[]): unknown {
  const query: unknown = Reflect.get(target, 'query');
  if (!isFunction(query)) throw new Error('not a way to the database');
  return query.apply(target, [...given]);
}

/** Sends what `work` writes to the connection in one packet: the database would wake for each of several. */
function inOnePacket<Result>(client: PoolClient, work: () => Result): Result {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : null;
  if (!(stream instanceof Duplex)) return work();
  stream.cork();
  try {
    return work();
  } finally {
    stream.uncork();
  }
}

/** Sends all four before the first is answered, and handles the rejection of each. */
async function askInScope(
  client: PoolClient,
  key: Buffer | null,
  scope: RowScope,
  given: readonly unknown[],
): Promise<unknown> {
  const sent = inOnePacket(
    client,
    () =>
      [
        client.query('begin'),
        client.query(openingOf(scope, { client, key })),
        ask(client, given),
        client.query('commit'),
      ] as const,
  );
  const [begun, stated, answer, ended] = await Promise.allSettled(sent);
  for (const part of [begun, stated, answer, ended]) if (part.status === 'rejected') throw part.reason;
  return answer.status === 'fulfilled' ? answer.value : undefined;
}

export function poolInScope(pool: Pool): Pool {
  const key = scopeKeyOf(pool);
  const query = async (...given: unknown[]): Promise<unknown> => {
    const scope = presentScope();
    if (scope === undefined) return ask(pool, given);
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await askInScope(client, key, scope, given);
    } catch (fault) {
      isBroken = isConnectionFault(fault);
      throw fault;
    } finally {
      client.release(isBroken);
    }
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return isFunction(value) ? value.bind(target) : value;
    },
  });
}

/**
 * Wraps a pool so that single statements run in the scope of their caller. Each is a transaction of four statements,
 * the second of which opens the scope. They are sent together (the connections are pipelined), in one packet, and cost
 * one round trip (two through a pooler). If one fails, the database refuses the following ones and the end rolls everything back. Transactions
 * open their scope themselves (`openDb`).
 */
import { Duplex } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { isConnectionFault } from './connection-fault.ts';
import { openingOf, presentScope, type RowScope } from './row-scope.ts';
import { enterTransaction, limitsOf, type Limits } from './pooler.ts';
import { placeOf, scopeKeyOf } from './scope-seal.ts';

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

/** Waits for all that was sent; throws the first fault. */
async function allOf(sent: readonly unknown[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(sent);
  return settled.map((part) => {
    if (part.status === 'rejected') throw part.reason;
    return part.value;
  });
}

type Way = { readonly key: Buffer | null; readonly limits: Limits | null };

/** Sends all four before the first is answered, and handles the rejection of each. */
async function askDirectly(
  client: PoolClient,
  key: Buffer | null,
  scope: RowScope,
  given: readonly unknown[],
): Promise<unknown> {
  const sent = inOnePacket(client, () => [
    client.query('begin'),
    client.query(openingOf(scope, { key, place: placeOf(client) })),
    ask(client, given),
    client.query('commit'),
  ]);
  return (await allOf(sent))[2];
}

/** Asks for the place of the transaction first, which costs a second round trip. */
async function askThroughPooler(
  client: PoolClient,
  key: Buffer | null,
  limits: Limits,
  scope: RowScope,
  given: readonly unknown[],
): Promise<unknown> {
  const begun = inOnePacket(client, () => [client.query('begin'), enterTransaction(client, limits)] as const);
  const [, place] = await Promise.all(begun).catch(async (fault: unknown) => {
    await Promise.allSettled([...begun, client.query('rollback')]);
    throw fault;
  });
  const sent = inOnePacket(client, () => [
    client.query(openingOf(scope, { key, place })),
    ask(client, given),
    client.query('commit'),
  ]);
  return (await allOf(sent))[1];
}

const askInScope = (
  client: PoolClient,
  { key, limits }: Way,
  scope: RowScope,
  given: readonly unknown[],
): Promise<unknown> =>
  limits === null
    ? askDirectly(client, key, scope, given)
    : askThroughPooler(client, key, limits, scope, given);

export function poolInScope(pool: Pool): Pool {
  const way = { key: scopeKeyOf(pool), limits: limitsOf(pool) };
  const query = async (...given: unknown[]): Promise<unknown> => {
    const scope = presentScope();
    if (scope === undefined) return ask(pool, given);
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await askInScope(client, way, scope, given);
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

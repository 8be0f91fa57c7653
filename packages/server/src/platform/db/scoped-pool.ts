/**
 * Wraps a pool so that single statements run in the scope of their caller. Each is a transaction of four statements,
 * the second of which opens the scope. They are sent together (the connections are pipelined), in one packet, and cost
 * one round trip (two through a pooler). If one fails, the database refuses the following ones and the end rolls everything back. Transactions
 * open their scope themselves (`openDb`).
 */
import type { Pool, PoolClient } from 'pg';
import { isConnectionFault } from './connection-fault.ts';
import { openingOf, presentScope, type RowScope } from './row-scope.ts';
import { inOnePacket } from './packets.ts';
import { enterTransaction, wayOf, type Limits, type Way } from './pooler.ts';
import type { Replica } from './replica-port.ts';
import { placeOf } from './scope-seal.ts';

type Anything = (...given: unknown[]) => unknown;

function isFunction(value: unknown): value is Anything {
  return typeof value === 'function';
}

function ask(target: object, given: readonly unknown[]): unknown {
  const query: unknown = Reflect.get(target, 'query');
  if (!isFunction(query)) throw new Error('not a way to the database');
  return query.apply(target, [...given]);
}

/** Waits for all that was sent; throws the first fault. */
async function allOf(sent: readonly unknown[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(sent);
  return settled.map((part) => {
    if (part.status === 'rejected') throw part.reason;
    return part.value;
  });
}

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
async function askAfterEntering(
  client: PoolClient,
  { key, limits, position }: Way & { readonly limits: Limits },
  scope: RowScope,
  given: readonly unknown[],
): Promise<unknown> {
  const begun = inOnePacket(
    client,
    () =>
      [
        client.query(position === null ? 'begin' : 'begin isolation level read committed read only'),
        enterTransaction(client, limits, position),
      ] as const,
  );
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

async function askOn(pool: Pool, way: Way, scope: RowScope, given: readonly unknown[]): Promise<unknown> {
  const { key, limits } = way;
  const client = await pool.connect();
  let isBroken = false;
  try {
    return limits === null
      ? await askDirectly(client, key, scope, given)
      : await askAfterEntering(client, { ...way, limits }, scope, given);
  } catch (fault) {
    isBroken = isConnectionFault(fault);
    throw fault;
  } finally {
    client.release(isBroken);
  }
}

export function poolInScope(pool: Pool, replica: Replica | null = null): Pool {
  const way = wayOf(pool);
  const query = (...given: unknown[]): unknown => {
    const scope = presentScope();
    if (scope === undefined) return ask(pool, given);
    const onThePrimary = () => askOn(pool, way, scope, given);
    if (replica === null) return onThePrimary();
    const onReplica = (position: string) =>
      askOn(replica.pool, { ...wayOf(replica.pool), position }, scope, given);
    return replica.read(onReplica, onThePrimary);
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return isFunction(value) ? value.bind(target) : value;
    },
  });
}

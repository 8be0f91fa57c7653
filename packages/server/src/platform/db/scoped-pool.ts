/**
 * A pool whose single statements run in the scope in which they are asked for: a transaction of three statements, the
 * first of which states the scope. Transactions state theirs themselves (`openDb`).
 */
import type { Pool, PoolClient } from 'pg';
import { presentScope, type RowScope } from './row-scope.ts';

type Anything = (...given: unknown[]) => unknown;

function isFunction(value: unknown): value is Anything {
  return typeof value === 'function';
}

function ask(target: object, given: readonly unknown[]): unknown {
  const query: unknown = Reflect.get(target, 'query');
  if (!isFunction(query)) throw new Error('not a way to the database');
  return query.apply(target, [...given]);
}

async function askInScope(client: PoolClient, scope: RowScope, given: readonly unknown[]): Promise<unknown> {
  await client.query(`begin; ${scope.statement}`);
  try {
    const answer = await ask(client, given);
    await client.query('commit');
    return answer;
  } catch (fault) {
    // A connection that broke cannot be told; the pool lets go of it.
    await client.query('rollback').catch(() => undefined);
    throw fault;
  }
}

export function poolInScope(pool: Pool): Pool {
  const query = async (...given: unknown[]): Promise<unknown> => {
    const scope = presentScope();
    if (scope === undefined) return ask(pool, given);
    const client = await pool.connect();
    try {
      return await askInScope(client, scope, given);
    } finally {
      client.release();
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

/**
 * Wraps a pool so that its n-th statement breaks the connection: before it is sent, or after it ran and before its
 * result is received.
 */
import type { Pool } from 'pg';

export type When = 'unsent' | 'unheard';

export type BreakingPool = {
  readonly pool: Pool;
  readonly arm: (at: number, when: When) => void;
  /** Ends the fault and returns whether it occurred. */
  readonly disarm: () => boolean;
};

type Anything = (...given: unknown[]) => unknown;
const isFunction = (value: unknown): value is Anything => typeof value === 'function';

/** Binds every property of the target to it, except one. */
function but<Kind extends object>(target: Kind, name: string, instead: Anything): Kind {
  return new Proxy(target, {
    get: (kept, key) => {
      if (key === name) return instead;
      const value: unknown = Reflect.get(kept, key, kept);
      return isFunction(value) ? value.bind(kept) : value;
    },
  });
}

function breakConnection(client: object): void {
  const connection: unknown = Reflect.get(client, 'connection');
  if (typeof connection !== 'object' || connection === null) throw new Error('a client without connection');
  const stream: unknown = Reflect.get(connection, 'stream');
  if (typeof stream !== 'object' || stream === null || !('destroy' in stream) || !isFunction(stream.destroy))
    throw new Error('a connection without stream');
  stream.destroy();
}

export function breakingPool(pool: Pool): BreakingPool {
  const plan: { left: number; when: When; struck: boolean } = { left: 0, when: 'unsent', struck: false };
  const isTurn = (): boolean => {
    if (plan.left === 0) return false;
    plan.left -= 1;
    plan.struck ||= plan.left === 0;
    return plan.left === 0;
  };
  const wrapped = <Client extends object>(client: Client): Client =>
    but(client, 'query', async (...given) => {
      const ask: unknown = Reflect.get(client, 'query', client);
      if (!isFunction(ask)) throw new Error('a client that cannot ask');
      if (!isTurn()) return ask.apply(client, given);
      if (plan.when === 'unheard') await ask.apply(client, given);
      breakConnection(client);
      throw new Error('Connection terminated unexpectedly');
    });
  const connecting = but(pool, 'connect', async () => wrapped(await pool.connect()));
  const asking = but(connecting, 'query', async (...given) => {
    const client = await pool.connect();
    let fault: unknown = null;
    try {
      const ask: unknown = Reflect.get(wrapped(client), 'query');
      return isFunction(ask) ? await ask(...given) : null;
    } catch (caught) {
      fault = caught;
      throw caught;
    } finally {
      client.release(fault !== null);
    }
  });
  return {
    pool: asking,
    arm: (at, when) => Object.assign(plan, { left: at, when, struck: false }),
    disarm: () => {
      plan.left = 0;
      return plan.struck;
    },
  };
}

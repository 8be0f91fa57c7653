/**
 * Connects through a pooler in transaction mode, such as PgBouncer: each transaction may run on another connection of
 * PostgreSQL, which it shares with other programs. So nothing of a session is used: a statement is not sent by a name
 * that only one connection knows, limits of time hold for the transaction, and a scope is sealed for it alone.
 */
import { Client, type Pool, type PoolClient } from 'pg';
import { z } from 'zod';
import { scopeKeyOf, type SealPlace } from './scope-seal.ts';

type Anything = (...given: unknown[]) => unknown;

function isFunction(value: unknown): value is Anything {
  return typeof value === 'function';
}

const withoutName = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement;

/** Sends every statement without a name. */
export class UnnamedClient extends Client {
  constructor(...given: ConstructorParameters<typeof Client>) {
    super(...given);
    const send: unknown = Reflect.get(this, 'query');
    if (!isFunction(send)) throw new Error('not a way to the database');
    const sendUnnamed: Anything = (statement, ...more) => send.call(this, withoutName(statement), ...more);
    Reflect.set(this, 'query', sendUnnamed);
  }
}

const limitsShape = z.object({
  statement_timeout: z.number(),
  lock_timeout: z.number(),
  idle_in_transaction_session_timeout: z.number(),
});
/** PostgreSQL's limits of time, in milliseconds. */
export type Limits = z.output<typeof limitsShape>;
const poolOptions = z.object({ limits: limitsShape });

/** Returns the limits that each transaction of a pool sets; null if its connections lead to PostgreSQL itself. */
function limitsOf(pool: Pool): Limits | null {
  const options = poolOptions.safeParse(Reflect.get(pool, 'options'));
  return options.success ? options.data.limits : null;
}

/** How a pool seals scopes, and what its transactions set. */
export type Way = {
  readonly key: Buffer | null;
  readonly limits: Limits | null;
  /** The position in the log that a replica must have reached; null for the primary. */
  readonly position: string | null;
};

export const wayOf = (pool: Pool): Way => ({ key: scopeKeyOf(pool), limits: limitsOf(pool), position: null });

const placeRows = z.tuple([
  z.object({ place: z.templateLiteral(['once ', z.string()]), is_current: z.boolean() }),
]);

/** The server has not reached the position in the log that a transaction needs, or is no replica. */
export class NotCurrent extends Error {}

/**
 * Sets the limits of a transaction that has begun, and returns its place in a seal. With a position it throws unless the
 * server is a replica that has reached it.
 */
export async function enterTransaction(
  client: Pick<PoolClient, 'query'>,
  limits: Limits,
  position: string | null = null,
): Promise<SealPlace> {
  const { rows } = await client.query(
    `select scope_place() as place, set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
       set_config('idle_in_transaction_session_timeout', $3, true), set_config('max_parallel_workers_per_gather', '0', true),
       $4::pg_lsn is null or pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $4, false) as is_current`,
    [
      ...[limits.statement_timeout, limits.lock_timeout, limits.idle_in_transaction_session_timeout].map(
        String,
      ),
      position,
    ],
  );
  const [{ place, is_current }] = placeRows.parse(rows);
  if (!is_current) throw new NotCurrent('the replica is behind, or no replica');
  return place;
}

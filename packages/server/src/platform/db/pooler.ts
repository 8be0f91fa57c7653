/**
 * Connects through a pooler in transaction mode, such as PgBouncer: each transaction may run on another connection of
 * PostgreSQL, which it shares with other programs. So nothing of a session is used: a statement is not sent by a name
 * that only one connection knows, limits of time hold for the transaction, and a scope is sealed for it alone.
 */
import { Client, type Pool, type PoolClient } from 'pg';
import { z } from 'zod';
import type { SealPlace } from './scope-seal.ts';

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
export function limitsOf(pool: Pool): Limits | null {
  const options = poolOptions.safeParse(Reflect.get(pool, 'options'));
  return options.success ? options.data.limits : null;
}

const placeRows = z.tuple([z.object({ place: z.templateLiteral(['once ', z.string()]) })]);

/** Sets the limits of a transaction that has begun, and returns its place in a seal. */
export async function enterTransaction(
  client: Pick<PoolClient, 'query'>,
  limits: Limits,
): Promise<SealPlace> {
  const { rows } = await client.query(
    `select scope_place() as place, set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
       set_config('idle_in_transaction_session_timeout', $3, true)`,
    [limits.statement_timeout, limits.lock_timeout, limits.idle_in_transaction_session_timeout].map(String),
  );
  return placeRows.parse(rows)[0].place;
}

/**
 * Returns the first response again for a repeated call (decisions, section 3). The record of the response is written in
 * the same transaction as the effect, so either both exist or neither does.
 *
 * Invariants: two simultaneous calls with one key run the effect once, because the insert of the second one waits for
 * the transaction of the first. A first call that was refused leaves no record, had no effect and may be tried again.
 * The same key with another body or on another row is refused. A call whose user has since changed role or group is
 * refused too, because the first response may be outside of their scope now. Passwords are left out of the stored hash.
 */
import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../db/database.ts';
import { transact } from '../db/transact.ts';
import { idempotencyKeys } from '../db/schema/operations.ts';
import { Refusal } from './refusal.ts';

class Answered<Output> {
  readonly value: Output;
  constructor(value: Output) {
    this.value = value;
  }
}
/** A response whose effect is committed. Only `once` creates one. */
export type Committed<Output> = Answered<Output>;

/**
 * Runs `effect` in one transaction. With an `Idempotency-Key`, a repeated call gets the first response and `effect`
 * does not run again; the same key with another body is refused. `bodySha256` represents an uploaded body. Check
 * passwords before calling it, because a refusal inside rolls the whole transaction back. `effect` may run again after
 * a deadlock, so it must have no effect outside of `tx`.
 */
export type Once<Output> = ((
  effect: (tx: Tx) => Promise<Output>,
  bodySha256?: string,
) => Promise<Committed<Output>>) & {
  /**
   * Returns the first response to a repeated call, or null. For calls whose checks before `effect` would refuse the state
   * that the first call left.
   */
  readonly earlier: () => Promise<Committed<Output> | null>;
};

export function isCommitted(reply: unknown): reply is Committed<unknown> {
  return reply instanceof Answered;
}

export type OnceContext = {
  readonly user_id: number;
  /** Role and group of the caller. */
  readonly standing: string;
  readonly route: string;
  readonly key: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly status: number;
};

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/** Returns the header's value, or `null` without the header; an invalid one is refused. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  throw new Refusal('input/invalid', { fields: { 'idempotency-key': 'refusal.input.invalid' } });
}

function hashOf(context: OnceContext, bodySha256: string | undefined): Buffer {
  const entries = Object.entries(context.input)
    .filter(([name]) => name !== 'password')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([context.route, entries, bodySha256 ?? null]))
    .digest();
}

async function findFirst(db: Queryable, { user_id }: OnceContext, key: string) {
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key)));
  return first;
}
type First = Awaited<ReturnType<typeof findFirst>>;

function answerOf(first: First, context: OnceContext, hash: Buffer): unknown {
  const isOthers = first?.standing !== null && first?.standing !== context.standing;
  if (first?.route !== context.route || isOthers || !first.body_sha256.equals(hash)) {
    throw new Refusal('input/idempotency-key-reused');
  }
  return first.answer;
}

/**
 * `isOutput` checks that a stored response still has the row's shape, which may have changed since an earlier release.
 * If not, the effect still exists, so the response says that it was done and the caller reads the object again.
 */
export function makeOnce<Output>(
  db: Db,
  context: OnceContext,
  isOutput: (stored: unknown) => stored is Output,
): Once<Output> {
  const { key } = context;
  const repeated = (first: First, hash: Buffer): Committed<Output> => {
    const stored = answerOf(first, context, hash);
    if (!isOutput(stored)) throw new Refusal('input/already-done');
    return new Answered(stored);
  };
  const earlier = async () => {
    const first = key === null ? undefined : await findFirst(db, context, key);
    return first === undefined ? null : repeated(first, hashOf(context, undefined));
  };
  const once = async (effect: (tx: Tx) => Promise<Output>, bodySha256?: string) => {
    if (key === null) return new Answered(await transact(db, effect));
    const hash = hashOf(context, bodySha256);
    const own = and(eq(idempotencyKeys.user_id, context.user_id), eq(idempotencyKeys.key, key));
    return transact(db, async (tx) => {
      const { user_id, standing, route, status } = context;
      const inserted = await tx
        .insert(idempotencyKeys)
        .values({ user_id, standing, key, route, body_sha256: hash, status, answer: {} })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });
      if (inserted.length === 0) return repeated(await findFirst(tx, context, key), hash);
      const value = await effect(tx);
      await tx.update(idempotencyKeys).set({ answer: value }).where(own);
      return new Answered(value);
    });
  };
  return Object.assign(once, { earlier });
}

/** Deletes the records older than `days`; returns how many. */
export async function forgetIdempotencyKeys(db: Db, days: number): Promise<number> {
  const forgotten = await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.created_at, sql`now() - make_interval(days => ${days})`))
    .returning({ key: idempotencyKeys.key });
  return forgotten.length;
}

/**
 * Slows down and locks guessing (decisions, section 5). Counted by the id that was typed, known or not, so that the
 * answers tell nothing about which accounts exist. The id is kept hashed: people type passwords into the wrong field.
 *
 * Every attempt is counted as a failure before the password is looked at and forgiven when it was right, all under
 * the row's lock: attempts at once cannot slip past the limits.
 * Law: after `delay_after` failures the next attempt must wait 1, 2, 4 … seconds, after `lock_after` the lock's time.
 */
import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { loginFailures } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type ThrottleLimits = {
  readonly delay_after: number;
  readonly lock_after: number;
  readonly lock_minutes: number;
};

type Failures = {
  readonly failures: number;
  readonly last_failure_at: Date;
  readonly locked_until: Date | null;
};

const forgottenAfterMs = 24 * 3_600_000;

/** Milliseconds until the next attempt is allowed, and why it is not yet. */
function waitOf(row: Failures, limits: ThrottleLimits, nowMs: number): { locked: boolean; ms: number } {
  if (row.locked_until !== null) return { locked: true, ms: row.locked_until.getTime() - nowMs };
  if (row.failures < limits.delay_after) return { locked: false, ms: 0 };
  const delayMs = 1000 * 2 ** (row.failures - limits.delay_after);
  return { locked: false, ms: row.last_failure_at.getTime() + delayMs - nowMs };
}

/** The row after one more failure. A lock that is over, or a day of quiet, starts the count anew. */
function withFailure(row: Failures | null, limits: ThrottleLimits, nowMs: number): Failures {
  const stale =
    row === null ||
    (row.locked_until !== null && row.locked_until.getTime() <= nowMs) ||
    row.last_failure_at.getTime() + forgottenAfterMs <= nowMs;
  const failures = stale ? 1 : row.failures + 1;
  const locked = failures >= limits.lock_after;
  return {
    failures,
    last_failure_at: new Date(nowMs),
    locked_until: locked ? new Date(nowMs + limits.lock_minutes * 60_000) : null,
  };
}

const keyOf = (user_id: string): string => createHash('sha256').update(user_id.toLowerCase()).digest('hex');

/** Counts an attempt, or refuses it with the time to wait. */
export async function countAttempt(
  db: Db,
  user_id: string,
  limits: ThrottleLimits,
  now: Date,
): Promise<void> {
  const key = keyOf(user_id);
  const nowMs = now.getTime();
  await transact(db, async (tx) => {
    const first = { user_id_key: key, failures: 0, last_failure_at: now, locked_until: null };
    await tx.insert(loginFailures).values(first).onConflictDoNothing();
    const own = eq(loginFailures.user_id_key, key);
    const [row] = await tx.select().from(loginFailures).where(own).for('update');
    if (row !== undefined) {
      const { locked, ms } = waitOf(row, limits, nowMs);
      if (ms > 0) throw new Refusal(locked ? 'auth/locked' : 'auth/throttled', { retry_after_s: ms / 1000 });
    }
    await tx
      .update(loginFailures)
      .set(withFailure(row ?? null, limits, nowMs))
      .where(own);
  });
}

/** The password was right: nothing was guessed. */
export async function forgiveAttempts(db: Db, user_id: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.user_id_key, keyOf(user_id)));
}

/** Removes what no longer counts; returns how many rows. */
export async function forgetOldFailures(db: Db, now: Date): Promise<number> {
  const old = await db
    .delete(loginFailures)
    .where(lt(loginFailures.last_failure_at, new Date(now.getTime() - forgottenAfterMs)))
    .returning({ key: loginFailures.user_id_key });
  return old.length;
}

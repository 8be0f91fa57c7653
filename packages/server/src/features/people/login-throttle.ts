/**
 * Slows down and locks password guessing.
 *
 * Every attempt is counted as a failure before the password is checked, and taken back if the password was right. Both
 * happen under the locks of the rows, so that parallel attempts cannot exceed the limits.
 * Invariant: after `delay_after` failures the next attempt must wait 1, 2, 4 … seconds, after `lock_after` failures the
 * lock time. An attempt that has to wait is not counted.
 */
import { inArray, lt } from 'drizzle-orm';
import { unaudited } from '../../platform/audit/audited-call.ts';
import { clockToleranceMs } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { loginFailures } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CountedAttempt } from './counted-attempts.ts';

type Failures = typeof loginFailures.$inferSelect;

const forgottenAfterMs = 24 * 3_600_000;

/** Returns whether the row was written by a clock that was ahead. Its wait would be longer than the rule allows. */
function isBeyondRule({ locked_until, last_failure_at }: Failures, lock_ms: number, nowMs: number): boolean {
  const latestMs = nowMs + clockToleranceMs;
  return last_failure_at.getTime() > latestMs || (locked_until?.getTime() ?? 0) > latestMs + lock_ms;
}

/** Returns the milliseconds until the next attempt is allowed and the reason of the wait. */
function waitOf(
  row: Failures,
  { delay_after, lock_ms }: CountedAttempt,
  nowMs: number,
): { locked: boolean; ms: number } {
  if (isBeyondRule(row, lock_ms, nowMs)) return { locked: false, ms: 0 };
  if (row.locked_until !== null) return { locked: true, ms: row.locked_until.getTime() - nowMs };
  if (delay_after === null || row.failures < delay_after) return { locked: false, ms: 0 };
  const delayMs = 1000 * 2 ** (row.failures - delay_after);
  return { locked: false, ms: row.last_failure_at.getTime() + delayMs - nowMs };
}

/** Returns whether the count starts again: after a lock, at the end of its window, or after a day without failures. */
function isStale(row: Failures, { window_ms, lock_ms }: CountedAttempt, nowMs: number): boolean {
  if (isBeyondRule(row, lock_ms, nowMs)) return true;
  if (row.locked_until !== null) return row.locked_until.getTime() <= nowMs;
  const end =
    window_ms === null
      ? row.last_failure_at.getTime() + forgottenAfterMs
      : row.counted_since.getTime() + window_ms;
  return end <= nowMs;
}

/** Returns the row after one more failure. */
function withFailure(row: Failures, counted: CountedAttempt, now: Date): Omit<Failures, 'counted'> {
  const stale = row.failures === 0 || isStale(row, counted, now.getTime());
  const failures = stale ? 1 : row.failures + 1;
  return {
    failures,
    last_failure_at: now,
    counted_since: stale ? now : row.counted_since,
    locked_until: failures >= counted.lock_after ? new Date(now.getTime() + counted.lock_ms) : null,
  };
}

/** Locks the rows of the counters in a fixed order, so that attempts do not deadlock. */
async function lockRows(
  tx: Tx,
  all: readonly CountedAttempt[],
  now: Date,
): Promise<[Failures, CountedAttempt][]> {
  const first = { failures: 0, last_failure_at: now, counted_since: now, locked_until: null };
  const keys = all.map(({ key }) => key).sort();
  await tx
    .insert(loginFailures)
    .values(keys.map((counted) => ({ counted, ...first })))
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.counted, keys))
    .orderBy(loginFailures.counted)
    .for('update');
  return rows.flatMap((row) => {
    const counted = all.find(({ key }) => key === row.counted);
    return counted === undefined ? [] : [[row, counted] satisfies [Failures, CountedAttempt]];
  });
}

async function write(tx: Tx, { counted, ...values }: Failures): Promise<void> {
  await tx
    .update(loginFailures)
    .set(values)
    .where(inArray(loginFailures.counted, [counted]));
}

/** Counting is not an act in the audit log; the attempt itself is. */
const countApart = (db: Db, work: (tx: Tx) => Promise<void>): Promise<void> =>
  unaudited(() => transact(db, work));

/** Counts an attempt in all of these counters, or refuses it with the time to wait. */
export async function countAttempt(db: Db, all: readonly CountedAttempt[], now: Date): Promise<void> {
  await countApart(db, async (tx) => {
    const rows = await lockRows(tx, all, now);
    for (const [row, counted] of rows) {
      const { locked, ms } = waitOf(row, counted, now.getTime());
      const detail = { retry_after_s: ms / 1000, figures: { minutes: Math.ceil(ms / 60_000) } };
      if (ms > 0) throw new Refusal(locked ? 'auth/locked' : 'auth/throttled', detail);
    }
    for (const [row, counted] of rows) {
      await write(tx, { counted: row.counted, ...withFailure(row, counted, now) });
    }
  });
}

/** Takes an attempt back because the password was right. A counter with a window keeps the failures of others. */
export async function forgiveAttempt(db: Db, all: readonly CountedAttempt[], now: Date): Promise<void> {
  await countApart(db, async (tx) => {
    for (const [row, { window_ms, lock_after }] of await lockRows(tx, all, now)) {
      const failures = window_ms === null ? 0 : Math.max(0, row.failures - 1);
      await write(tx, { ...row, failures, locked_until: failures >= lock_after ? row.locked_until : null });
    }
  });
}

/** Deletes counters that no longer apply and returns how many. */
export async function forgetOldFailures(db: Db, now: Date): Promise<number> {
  const old = await db
    .delete(loginFailures)
    .where(lt(loginFailures.last_failure_at, new Date(now.getTime() - forgottenAfterMs)))
    .returning({ counted: loginFailures.counted });
  return old.length;
}

/** Counts a request that is limited in number. Over the limit, the refusal says how long to wait. */
export async function countAsk(db: Db, counted: readonly CountedAttempt[], now: Date): Promise<void> {
  try {
    await countAttempt(db, counted, now);
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'auth/locked') throw fault;
    throw new Refusal('auth/throttled', fault.detail);
  }
}

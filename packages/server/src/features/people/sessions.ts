/**
 * Starts, checks and ends sessions (decisions, section 5). The caller has a token of 256 random bits; the database
 * stores its SHA-256. Every request reads the session together with its user and group, so a revocation, a role change,
 * a group change or a deletion takes effect on the next request; nothing is cached.
 *
 * `last_seen_at` is written at most every ten seconds, so the idle limit may end a session by that much early.
 *
 * Invariants when the clock is changed: a session that was refused as expired stays expired; a session whose last
 * activity is in the future is expired, so setting the clock back extends no session by more than its idle limit.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { isAhead } from '../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { sessions, userGroups, users } from '../../platform/db/schema/people.ts';
import { notifySessionEnded } from './notify-changes.ts';
import { endSession } from '../../records/people/end-sessions.ts';

export type SessionLimits = { readonly idle_minutes: number; readonly absolute_hours: number };
const seenEveryMs = 10_000;

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export type NewSession = {
  readonly user_id: number;
  readonly ip: string;
  readonly user_agent: string;
  /** True if the session may only set up a second factor. */
  readonly enrolment_only?: boolean;
};

/** Starts a session and returns its token, which is not stored. */
export async function startSession(
  db: Queryable,
  { user_id, ip, user_agent, enrolment_only = false }: NewSession,
  limits: SessionLimits,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(sessions).values({
    token_hash: tokenHash(token),
    user_id,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + limits.absolute_hours * 3_600_000),
    address: ip,
    user_agent,
    enrolment_only,
  });
  await db.update(users).set({ last_sign_in_at: now }).where(eq(users.id, user_id));
  return token;
}

/** Returns when the session ends without further activity. */
function sessionEnd(
  session: { readonly last_seen_at: Date; readonly expires_at: Date },
  limits: SessionLimits,
): number {
  return Math.min(
    session.expires_at.getTime(),
    session.last_seen_at.getTime() + limits.idle_minutes * 60_000,
  );
}

type Lasting = { readonly created_at: Date; readonly last_seen_at: Date; readonly expires_at: Date };

export const isOver = (session: Lasting, limits: SessionLimits, now: Date): boolean =>
  isAhead(session.last_seen_at, now) || sessionEnd(session, limits) <= now.getTime();

const dayMs = 86_400_000;

/**
 * Changes a session unless another transaction holds its row. That transaction ends the session or records a newer
 * activity, and a request must not wait for it: while a sign-in ends many sessions, it holds their rows until its end.
 */
async function changeIfFree(
  db: Db,
  hash: Buffer,
  change: Partial<typeof sessions.$inferInsert>,
): Promise<void> {
  const free = db
    .select({ token_hash: sessions.token_hash })
    .from(sessions)
    .where(eq(sessions.token_hash, hash))
    .for('no key update', { skipLocked: true });
  await db.update(sessions).set(change).where(eq(sessions.token_hash, free));
}

/**
 * Sets the end of an expired session before its beginning, so that it stays expired even if the clock is set back. Each
 * refused request tries it again.
 */
export async function keepOver(
  db: Db,
  { token_hash, created_at, expires_at }: Lasting & { readonly token_hash: Buffer },
): Promise<void> {
  if (expires_at < created_at) return;
  await changeIfFree(db, token_hash, { expires_at: new Date(created_at.getTime() - dayMs) });
}

/**
 * Records activity. If the clock was set back, the time is set back as well, so that the idle limit counts from now.
 */
export async function markSeen(db: Db, hash: Buffer, lastSeen: Date, now: Date): Promise<void> {
  if (Math.abs(now.getTime() - lastSeen.getTime()) < seenEveryMs) return;
  await changeIfFree(db, hash, { last_seen_at: now });
}

/**
 * Returns the condition for sessions, joined with their user's group, that were not ended and are not expired; the
 * institution's idle limit applies if it has one.
 */
export function areLive({ idle_minutes }: SessionLimits, now: Date): SQL | undefined {
  const idleMinutes = sql`coalesce(${userGroups.idle_minutes}, ${idle_minutes}::int)`;
  return and(
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, now),
    sql`${sessions.last_seen_at} + make_interval(mins => ${idleMinutes}) > ${now.toISOString()}`,
  );
}

/**
 * Ends the oldest sessions of a user beyond `most` and notifies the user, because somebody else may have signed in. The
 * user's row is locked, so that parallel sign-ins count each other.
 */
export async function endOldestSessions(
  tx: Tx,
  user_id: number,
  most: number,
  limits: SessionLimits,
  now: Date,
) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user_id)).for('no key update');
  const beyond = await tx
    .select({ token_hash: sessions.token_hash })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(sessions.user_id, user_id), areLive(limits, now)))
    .orderBy(desc(sessions.created_at), desc(sessions.token_hash))
    .offset(most);
  for (const { token_hash } of beyond) await endSession(tx, user_id, token_hash, now, 'replaced');
  if (beyond.length > 0) await notifySessionEnded(tx, user_id, now);
}

/** Deletes sessions some days after their end. Until then their token is answered with “ended” instead of “unknown”. */
export async function forgetOldSessions(db: Db, now: Date, keepDays = 30): Promise<number> {
  const before = new Date(now.getTime() - keepDays * 86_400_000);
  const old = await db
    .delete(sessions)
    .where(or(lt(sessions.expires_at, before), lt(sessions.revoked_at, sql`${before.toISOString()}`)))
    .returning({ user_id: sessions.user_id });
  return old.length;
}

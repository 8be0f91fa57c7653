/** Ends the sessions of a user. */
import { and, eq, isNull, ne, notInArray, or } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { pushTokens, sessions } from '../../platform/db/schema/people.ts';
import { signInTickets } from '../../platform/db/schema/sign-in-factors.ts';
import { publish } from '../../platform/live/publish.ts';

/** Why the server ended a session. Changes of role, group or scope and deletions end sessions in the database. */
export type Ending = 'logout' | 'owner' | 'administrator' | 'replaced' | 'password' | 'deletion' | 'dormant';

/** Deletes the push tokens of ended sessions and those without a known session. */
async function endPushTokens(tx: Tx, user_id: number): Promise<void> {
  const living = tx
    .select({ token_hash: sessions.token_hash })
    .from(sessions)
    .where(and(eq(sessions.user_id, user_id), isNull(sessions.revoked_at)));
  const ended = or(isNull(pushTokens.session_hash), notInArray(pushTokens.session_hash, living));
  await tx.delete(pushTokens).where(and(eq(pushTokens.user_id, user_id), ended));
}

/** Ends sign-ins that wait for their second step. One that is being taken is waited for, so that its session ends too. */
const endFirstSteps = (tx: Tx, user_id: number) =>
  tx
    .delete(signInTickets)
    .where(and(eq(signInTickets.user_id, user_id), eq(signInTickets.purpose, 'second-step')));

/**
 * Ends the sessions of a user, all or all but one, their sign-ins in progress, and their event streams once the
 * transaction commits. Every change of a user's password or state must call this in the same transaction.
 */
export async function endSessions(
  tx: Tx,
  user_id: number,
  because: Ending,
  now: Date,
  exceptHash?: Buffer,
): Promise<void> {
  const others = exceptHash === undefined ? undefined : ne(sessions.token_hash, exceptHash);
  await beyondScope(tx, async () => {
    await endFirstSteps(tx, user_id);
    await tx
      .update(sessions)
      .set({ revoked_at: now, revoked_because: because })
      .where(and(eq(sessions.user_id, user_id), isNull(sessions.revoked_at), others));
    await endPushTokens(tx, user_id);
  });
  await publish(tx, { type: 'revoked', user_id, keep: exceptHash?.toString('hex') ?? null });
}

/** Ends one session. Open streams of the user check whether they belonged to it. */
export async function endSession(
  tx: Tx,
  user_id: number,
  hash: Buffer,
  now: Date,
  because: Ending = 'logout',
): Promise<void> {
  await beyondScope(tx, async () => {
    await tx
      .update(sessions)
      .set({ revoked_at: now, revoked_because: because })
      .where(and(eq(sessions.token_hash, hash), isNull(sessions.revoked_at)));
    await endPushTokens(tx, user_id);
  });
  await publish(tx, { type: 'revoked', user_id, keep: null });
}

/**
 * The push tokens of browsers. A browser has one user: a token that signs in as somebody else moves to them. It ends with
 * the session that registered it, so that a phone that was signed out tells nobody of a case.
 */
import type { Db } from '../../platform/db/database.ts';
import { pushTokens } from '../../platform/db/schema/people.ts';

export async function registerPushToken(
  db: Db,
  { user_id, session_hash }: { readonly user_id: number; readonly session_hash: Buffer },
  push_token: string,
  now: Date,
): Promise<void> {
  await db
    .insert(pushTokens)
    .values({ push_token, user_id, session_hash, created_at: now, refreshed_at: now })
    .onConflictDoUpdate({ target: pushTokens.push_token, set: { user_id, session_hash, refreshed_at: now } });
}

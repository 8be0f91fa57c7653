/** The push tokens of browsers. A browser has one user: a token that signs in as somebody else moves to them. */
import type { Db } from '../../platform/db/database.ts';
import { pushTokens } from '../../platform/db/schema/people.ts';

export async function registerPushToken(
  db: Db,
  user_id: number,
  push_token: string,
  now: Date,
): Promise<void> {
  await db
    .insert(pushTokens)
    .values({ push_token, user_id, created_at: now, refreshed_at: now })
    .onConflictDoUpdate({ target: pushTokens.push_token, set: { user_id, refreshed_at: now } });
}

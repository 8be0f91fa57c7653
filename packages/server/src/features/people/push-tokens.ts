/**
 * Stores the push tokens of browsers. A browser has one user: if another user signs in there, the token moves to them.
 * A token ends with the session that registered it, so that a phone that was signed out receives no messages about
 * cases. A session has one token, so a refreshed token replaces the earlier one. Beyond `pushBrowsers` the token that was
 * registered longest ago ends; the account page says so.
 */
import { pushBrowsers } from '@rhythmdesk/domain/notice/notification-preferences';
import { and, desc, eq, ne, notInArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { pushTokens } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { mayPushTo, readPushToken } from '../../platform/push/push-token.ts';

/**
 * Refuses a subscription of a push service that is not in the settings, so that a page cannot choose where the server
 * sends requests.
 */
export function requireKnownService(push_token: string, hosts: readonly string[]): void {
  const token = readPushToken(push_token);
  if (token.kind === 'firebase') return;
  if (token.kind === 'unknown') throw refuseField('input/field-type', 'push_token');
  if (!mayPushTo(token.subscription.endpoint, hosts)) {
    throw refuseField('notification/push-service', 'push_token');
  }
}

export async function registerPushToken(
  db: Db,
  { user_id, session_hash }: { readonly user_id: number; readonly session_hash: Buffer },
  push_token: string,
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    // The browser may have belonged to another user.
    await beyondScope(tx, () =>
      tx
        .insert(pushTokens)
        .values({ push_token, user_id, session_hash, created_at: now, refreshed_at: now })
        .onConflictDoUpdate({
          target: pushTokens.push_token,
          set: { user_id, session_hash, refreshed_at: now },
        }),
    );
    await tx
      .delete(pushTokens)
      .where(and(eq(pushTokens.session_hash, session_hash), ne(pushTokens.push_token, push_token)));
    const latest = tx
      .select({ token_id: pushTokens.token_id })
      .from(pushTokens)
      .where(eq(pushTokens.user_id, user_id))
      .orderBy(desc(pushTokens.refreshed_at), desc(pushTokens.token_id))
      .limit(pushBrowsers);
    await tx
      .delete(pushTokens)
      .where(and(eq(pushTokens.user_id, user_id), notInArray(pushTokens.token_id, latest)));
  });
}

/** Stops push messages to the browser of this session. The browser may register again. */
export async function forgetPushToken(db: Db, session_hash: Buffer): Promise<void> {
  await transact(db, (tx) => tx.delete(pushTokens).where(eq(pushTokens.session_hash, session_hash)));
}

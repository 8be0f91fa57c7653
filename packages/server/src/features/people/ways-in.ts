/**
 * Determines how a user can sign in: by password, passkey or provider. Users cannot remove their own last way to sign
 * in.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/people.ts';
import { userIdentities } from '../../platform/db/schema/sign-in-factors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countPasskeys } from './passkeys.ts';

/** Stored in place of a password hash for users who sign in only by a provider. */
export const noPassword = '-';

/** Returns the hash to compare a password with, or null if there is none. */
export const hashIn = (password_hash: string | undefined): string | null =>
  password_hash === undefined || password_hash === noPassword ? null : password_hash;

export async function hasPassword(db: Queryable, user_id: number): Promise<boolean> {
  const [row] = await db
    .select({ password_hash: users.password_hash })
    .from(users)
    .where(and(eq(users.id, user_id), isNull(users.deleted_at)));
  return hashIn(row?.password_hash) !== null;
}

/** Refuses if no way to sign in remains. Call it after the removal, before the transaction commits. */
export async function requireWayIn(tx: Queryable, user_id: number): Promise<void> {
  if (await hasPassword(tx, user_id)) return;
  if ((await countPasskeys(tx, user_id)) > 0) return;
  if ((await tx.$count(userIdentities, eq(userIdentities.user_id, user_id))) > 0) return;
  throw new Refusal('auth/last-way');
}

/**
 * A new installation has nobody who could make users. At its first start it makes one user of level 5 with a
 * one-time password, which is shown once on the terminal and must be changed at the first sign-in.
 */
import { randomInt } from 'node:crypto';
import { levelOf, roleKeys, topLevel } from '@rhythmdesk/domain/people/roles';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PasswordHashes } from '../features/people/password-hashes.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { userGroups, users } from '../platform/db/schema/people.ts';
import { transact } from '../platform/db/transact.ts';

export type FirstUser = { readonly user_id: string; readonly password: string };

/** Without the characters that are taken for each other on paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const passwordLength = 20;
const lockKey = 7_305_117;

function oneTimePassword(): string {
  return Array.from({ length: passwordLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

const topRoles = roleKeys.filter((key) => levelOf(key) === topLevel);

async function hasTopUser(tx: Tx | Db): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role_key, topRoles))
    .limit(1);
  return found.length > 0;
}

async function adminGroup(tx: Tx): Promise<number> {
  const isAdmin = and(eq(userGroups.type, 'admin'), isNull(userGroups.deleted_at));
  const [found] = await tx.select().from(userGroups).where(isAdmin).orderBy(userGroups.id).limit(1);
  if (found !== undefined) return found.id;
  const [made] = await tx.insert(userGroups).values({ type: 'admin', name: 'Administration' }).returning();
  if (made === undefined) throw new Error('the first group was not made');
  return made.id;
}

async function freeLoginId(tx: Tx): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const user_id = attempt === 1 ? 'admin' : `admin${String(attempt)}`;
    const taken = await tx
      .select({ id: users.id })
      .from(users)
      .where(sql`lower(${users.user_id}) = ${user_id}`);
    if (taken.length === 0) return user_id;
  }
}

/** Makes the user where none of level 5 has ever been; `null` where one has. Two starts at once make one. */
export async function makeFirstUser(db: Db, hashes: PasswordHashes): Promise<FirstUser | null> {
  if (await hasTopUser(db)) return null;
  const password = oneTimePassword();
  const password_hash = await hashes.make(password);
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    if (await hasTopUser(tx)) return null;
    const user_group_id = await adminGroup(tx);
    const user_id = await freeLoginId(tx);
    await tx.insert(users).values({
      user_id,
      name: 'Administrator',
      role_key: 'ADMIN',
      user_group_id,
      password_hash,
      must_change_password: true,
    });
    return { user_id, password };
  });
}

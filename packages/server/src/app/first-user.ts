/**
 * Creates the first user of a new installation, which has nobody who could create users. The first start creates one
 * user of level 5 with a one-time password, which must be changed at the first sign-in. The password is written to a
 * file of `DATA_DIR` that only the system user of the server may read, and it is also shown if the server runs at a
 * terminal. It is not printed otherwise, because the output of a service is stored in logs, and many people read logs.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomInt } from 'node:crypto';
import { levelOf, roleKeys, topLevel } from '@rhythmdesk/domain/people/roles';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PasswordHashes } from '../features/people/password-hashes.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { userGroups, users } from '../platform/db/schema/people.ts';
import { foundBy } from '../platform/db/search-sql.ts';
import { transact } from '../platform/db/transact.ts';

export type FirstUser = { readonly user_id: string; readonly password: string };

/** Without characters that are easily confused on paper. */
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
      .where(foundBy('users_called', users.id, user_id));
    if (taken.length === 0) return user_id;
  }
}

/** Creates the user if there was never one of level 5; otherwise returns `null`. Two starts at once create one. */
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

export const firstPasswordFile = (dataDir: string): string => path.join(dataDir, 'first-password.txt');

const sentence = 'First start. Sign in once';

/** Returns whether the one-time password of the first user is still valid. */
async function isUnchanged(db: Db): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role_key, topRoles), eq(users.must_change_password, true)))
    .limit(1);
  return found.length > 0;
}

type Welcome = {
  readonly data_dir: string;
  readonly is_terminal: boolean;
  readonly say: (line: string) => void;
};

/** Creates the first user and informs the operator, or removes the file once its password is no longer useful. */
export async function welcomeFirstUser(
  db: Db,
  hashes: PasswordHashes,
  { data_dir, is_terminal, say }: Welcome,
): Promise<void> {
  const file = firstPasswordFile(data_dir);
  const first = await makeFirstUser(db, hashes);
  if (first === null) {
    if (!(await isUnchanged(db))) await rm(file, { force: true });
    return;
  }
  const { user_id, password } = first;
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  await rm(file, { force: true });
  await writeFile(file, `ID ${user_id}\npassword ${password}\n`, { mode: 0o600, flag: 'wx' });
  if (is_terminal) say(`${sentence} with ID ${user_id} and password ${password} and choose your own.`);
  say(`${sentence} with ID ${user_id}; its password is in ${file}, which only this user may read.`);
}

/**
 * Deletes a user: the own account (withdrawal) or another user's. The row stays under a pseudonym, because cases and
 * histories refer to it, and the login id is never used again. The database deletes what was stored for the user
 * (sessions, event streams, drafts and the other items in docs/security.md). The user's open cases return to the pool.
 */
import { can } from '@rhythmdesk/domain/people/can';
import { removalFault, touchFault } from '@rhythmdesk/domain/people/levels';
import { isRoleKey, levelOf, topLevel } from '@rhythmdesk/domain/people/roles';
import { and, eq, isNull } from 'drizzle-orm';
import { unaudited } from '../../platform/audit/audited-call.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { emailVerifications, passwordLinks } from '../../platform/db/schema/new-accounts.ts';
import { notificationPreferences } from '../../platform/db/schema/notices.ts';
import { users } from '../../platform/db/schema/people.ts';
import { foundBy } from '../../platform/db/search-sql.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { giveBackCases } from '../../records/cases/give-back.ts';
import { authorOf } from '../../records/cases/save-case.ts';
import { requireProof, type AgainChecks, type ProvedAgain } from './current-password.ts';
import { deleteFactors } from './delete-factors.ts';
import { endSession } from '../../records/people/end-sessions.ts';
import { stripIdentities } from './providers/identities.ts';
import { noPassword } from './ways-in.ts';
import { concludeUser, lockActiveTopUsers, lockUser, type UserRecord } from './users/lock-user.ts';

type Target = Pick<UserRecord, 'id' | 'name' | 'role_key' | 'version'>;

/** Locks the caller's own account until the transaction ends. */
async function lockOwn(tx: Tx, id: number): Promise<Target> {
  const [row] = await tx
    .select({ id: users.id, name: users.name, role_key: users.role_key, version: users.version })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
    .for('update');
  if (row === undefined || !isRoleKey(row.role_key)) throw new Refusal('object/not-found');
  return { ...row, role_key: row.role_key };
}

/** Locks and returns the user to remove if the caller may remove them, otherwise throws the refusal. */
async function judgeRemoval(tx: Tx, caller: Caller, id: number): Promise<Target> {
  const own = id === caller.id;
  const topUsers = await lockActiveTopUsers(tx);
  const target = own ? await lockOwn(tx, id) : (await lockUser(tx, caller, id)).user;
  const fault = (own ? null : touchFault(caller, target)) ?? removalFault(target, topUsers);
  if (fault !== null) throw new Refusal(fault);
  return target;
}

/**
 * Returns the row id of the named user. Text is a login id; digits that are no login id are a row id, because an address
 * has no numbers.
 */
async function namedId(tx: Tx, named: number | string): Promise<number> {
  if (typeof named === 'number') return named;
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(foundBy('users_called', users.id, named), isNull(users.deleted_at)));
  const id = row?.id ?? Number(named);
  if (!Number.isSafeInteger(id)) throw new Refusal('object/not-found');
  return id;
}

type Removal = Omit<ProvedAgain, 'current_password'> & {
  readonly user_id: number | string;
  readonly password?: string | undefined;
};

/**
 * Returns the row that remains of a deleted account. Its number and user id stay, so that neither is used again and
 * past acts and signatures remain attributed to it. All personal data is removed.
 */
function pseudonymOf({ id, version }: Target, now: Date) {
  return {
    name: `ID ${String(id)}`,
    ...{
      email: '',
      email_confirmed_at: null,
      phone_number: '',
      department: '',
      description: '',
      language: null,
      preferences: {},
    },
    password_hash: noPassword,
    must_change_password: false,
    version: version + 1,
    deleted_at: now,
    updated_at: now,
  };
}

async function remove(tx: Tx, caller: Caller, target: Target, request_id: string, now: Date): Promise<void> {
  const own = target.id === caller.id;
  const { id, name } = target;
  await giveBackCases(tx, { id, name, by: authorOf(caller), request_id, now });
  await deleteFactors(tx, id);
  // A trigger copies the name into the cases that the user read, including cases outside of the caller's scope.
  await beyondScope(tx, async () => {
    await tx.delete(notificationPreferences).where(eq(notificationPreferences.user_id, id));
    await stripIdentities(tx, id);
    await tx.delete(emailVerifications).where(eq(emailVerifications.user_id, id));
    await tx.delete(passwordLinks).where(eq(passwordLinks.user_id, id));
    await tx.update(users).set(pseudonymOf(target, now)).where(eq(users.id, id));
  });
  if (!own && levelOf(caller.role_key) < topLevel) {
    await endSession(tx, caller.id, caller.session.token_hash, now, 'deletion');
  }
  await concludeUser(tx, { id, version: target.version + 1, action: own ? 'withdraw' : 'delete' });
}

export type DeleteUserOptions = AgainChecks & { readonly db: Db; readonly clock: Clock };

/**
 * Deletes a user. Withdrawing requires the own password. Deleting another user ends the caller's session unless the
 * caller is of level 5.
 */
export async function deleteUser(
  { db, clock, ...checks }: DeleteUserOptions,
  caller: Caller,
  { user_id: named, password, ...others }: Removal,
  request_id: string,
): Promise<void> {
  const user_id = await unaudited(() => transact(db, (tx) => namedId(tx, named)));
  if (user_id === caller.id) {
    await unaudited(() => transact(db, (tx) => judgeRemoval(tx, caller, user_id)));
    await requireProof(checks, caller, { current_password: password, ...others }, 'password');
  } else if (can(caller.actor, 'user.write') === 'never') throw new Refusal('auth/role-never');
  await transact(db, async (tx) => {
    const target = await judgeRemoval(tx, caller, user_id);
    await remove(tx, caller, target, request_id, clock.now());
  });
}

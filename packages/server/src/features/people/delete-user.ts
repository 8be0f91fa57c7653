/**
 * Withdrawing (own account) and deleting another's. The row stays, since cases and histories name it; the login id is
 * never given out again. Sessions, push tokens and event streams end with it; open cases go back to the pool.
 */
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { removalFault, touchFault } from '@rhythmdesk/domain/people/levels';
import { isRoleKey, levelOf, roleKeys, topLevel, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { pushTokens, userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller, CheckPassword } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { requirePassword } from './current-password.ts';
import { giveBackCases } from '../../records/cases/give-back.ts';
import { authorOf } from '../../records/cases/save-case.ts';
import { endSession, endSessions } from './sessions.ts';
import { centerOf } from '../../records/people/user-scope.ts';

type Target = { readonly id: number; readonly name: string; readonly role_key: RoleKey };

/** Locks the target, and with it every active level-5 user where the count of those decides. */
async function lockTarget(tx: Tx, id: number) {
  const [row] = await tx
    .select({
      id: users.id,
      name: users.name,
      role_key: users.role_key,
      user_group_id: users.user_group_id,
      group_type: userGroups.type,
      tech_center_id: centerOf,
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
    .for('update', { of: users });
  return row;
}

const topRoles = roleKeys.filter((key) => levelOf(key) === topLevel);

/** The lock runs in the order of the ids, so that two administrators who delete each other do not deadlock. */
async function activeTopUsers(tx: Tx): Promise<number> {
  const active = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role_key, topRoles), eq(users.use_flag, 'Y'), isNull(users.deleted_at)))
    .orderBy(users.id)
    .for('update');
  return active.length;
}

function judgeOther(caller: Caller, target: NonNullable<Awaited<ReturnType<typeof lockTarget>>>): void {
  const grant = can(caller.actor, 'user.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
  if (!reaches('user', caller.actor, grant, target)) throw new Refusal('object/not-found');
}

/** The target, locked, if the caller may remove it; else the refusal. */
async function judgeRemoval(tx: Tx, caller: Caller, id: number): Promise<Target> {
  const own = id === caller.id;
  const topUsers = await activeTopUsers(tx);
  const row = await lockTarget(tx, id);
  if (row === undefined || !isRoleKey(row.role_key)) throw new Refusal('object/not-found');
  if (!own) judgeOther(caller, row);
  const target: Target = { id: row.id, name: row.name, role_key: row.role_key };
  const fault = (own ? null : touchFault(caller, target)) ?? removalFault(target, topUsers);
  if (fault !== null) throw new Refusal(fault);
  return target;
}

type Removal = { readonly user_id: number; readonly password?: string | undefined };
type Request = { readonly id: string; readonly ip: string };

async function remove(tx: Tx, caller: Caller, target: Target, request: Request, now: Date): Promise<void> {
  const own = target.id === caller.id;
  await tx.update(users).set({ deleted_at: now, updated_at: now }).where(eq(users.id, target.id));
  await tx.delete(pushTokens).where(eq(pushTokens.user_id, target.id));
  await endSessions(tx, target.id, 'deleted', now);
  const { id, name } = target;
  await giveBackCases(tx, { id, name, by: authorOf(caller), request_id: request.id, now });
  if (!own && levelOf(caller.role_key) < topLevel) {
    await endSession(tx, caller.id, caller.session.token_hash, now, 'deletion');
  }
  await tx.insert(auditLog).values({
    at: now,
    user_id: caller.id,
    role_key: caller.role_key,
    action: own ? 'user/withdraw' : 'user/delete',
    target: `user/${String(target.id)}`,
    request_id: request.id,
    address: request.ip,
  });
}

export type DeleteUserOptions = {
  readonly db: Db;
  readonly clock: Clock;
  readonly checkPassword: CheckPassword;
};

/** Withdrawing asks for the own password; deleting another ends the caller's session unless it is of level 5. */
export async function deleteUser(
  { db, clock, checkPassword }: DeleteUserOptions,
  caller: Caller,
  { user_id, password }: Removal,
  request: Request,
): Promise<void> {
  if (user_id === caller.id) {
    await transact(db, (tx) => judgeRemoval(tx, caller, user_id));
    await requirePassword(checkPassword, caller, 'password', password);
  } else if (can(caller.actor, 'user.write') === 'never') throw new Refusal('auth/role-never');
  await transact(db, async (tx) => {
    const target = await judgeRemoval(tx, caller, user_id);
    await remove(tx, caller, target, request, clock.now());
  });
}

/**
 * Withdrawing (own account) and deleting another's. The row stays, since cases and histories name it; the login id is
 * never given out again. Sessions, push tokens and event streams end with it.
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
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endSessions } from './sessions.ts';
import { centerOf } from '../../records/people/user-scope.ts';

type Target = { readonly id: number; readonly role_key: RoleKey };

/** Locks the target, and with it every active level-5 user where the count of those decides. */
async function lockTarget(tx: Tx, id: number) {
  const [row] = await tx
    .select({
      id: users.id,
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

async function judgeOther(caller: Caller, target: NonNullable<Awaited<ReturnType<typeof lockTarget>>>) {
  const grant = can(caller.actor, 'user.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
  if (!reaches('user', caller.actor, grant, target)) throw new Refusal('object/not-found');
}

async function remove(
  tx: Tx,
  caller: Caller,
  target: Target,
  request: { id: string; ip: string },
  now: Date,
) {
  await tx.update(users).set({ deleted_at: now, updated_at: now }).where(eq(users.id, target.id));
  await tx.delete(pushTokens).where(eq(pushTokens.user_id, target.id));
  await endSessions(tx, target.id, 'deleted', now);
  await tx.insert(auditLog).values({
    at: now,
    user_id: caller.id,
    role_key: caller.role_key,
    action: target.id === caller.id ? 'user/withdraw' : 'user/delete',
    target: `user/${String(target.id)}`,
    request_id: request.id,
    address: request.ip,
  });
}

export async function deleteUser(
  db: Db,
  clock: Clock,
  caller: Caller,
  id: number,
  request: { id: string; ip: string },
): Promise<void> {
  const own = id === caller.id;
  if (!own && can(caller.actor, 'user.write') === 'never') throw new Refusal('auth/role-never');
  await transact(db, async (tx) => {
    const topUsers = await activeTopUsers(tx);
    const row = await lockTarget(tx, id);
    if (row === undefined || !isRoleKey(row.role_key)) throw new Refusal('object/not-found');
    if (!own) await judgeOther(caller, row);
    const target: Target = { id: row.id, role_key: row.role_key };
    const fault = (own ? null : touchFault(caller, target)) ?? removalFault(target, topUsers);
    if (fault !== null) throw new Refusal(fault);
    await remove(tx, caller, target, request, clock.now());
  });
}

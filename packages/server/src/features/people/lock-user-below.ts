/** Another user whom the caller may act on: in scope of the permission and below own level. The row is locked. */
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { touchFault } from '@rhythmdesk/domain/people/levels';
import { isRoleKey, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { centerOf } from '../../records/people/user-scope.ts';

export type UserBelow = { readonly id: number; readonly name: string; readonly role_key: RoleKey };

export async function lockUserBelow(tx: Tx, caller: Caller, id: number): Promise<UserBelow> {
  const grant = can(caller.actor, 'user.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
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
  if (row === undefined || !isRoleKey(row.role_key) || !reaches('user', caller.actor, grant, row)) {
    throw new Refusal('object/not-found');
  }
  const { name, role_key } = row;
  const fault = touchFault(caller, { id, role_key });
  if (fault !== null) throw new Refusal(fault);
  return { id, name, role_key };
}

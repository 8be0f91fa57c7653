/**
 * Contains the first and last steps of every change of a user: locking the row and its group, the version, the audit
 * row, the event.
 */
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { ownCenterOf } from '@rhythmdesk/domain/people/own-center';
import {
  isGroupType,
  isRoleKey,
  levelOf,
  roleKeys,
  topLevel,
  type RoleKey,
} from '@rhythmdesk/domain/people/roles';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { publish } from '../../../platform/live/publish.ts';

/** The caller who changes a user, the request and the time. */
export type UserChange = {
  readonly caller: Caller;
  readonly request_id: string;
  readonly now: Date;
};

type GroupRow = typeof userGroups.$inferSelect;
export type UserRecord = typeof users.$inferSelect & { readonly role_key: RoleKey };

/** Returns the facts by which scopes are checked for a user in a group. */
function factsIn(group: GroupRow, id: number) {
  const tech_center_id = group.type === 'tech_center' ? group.id : group.tech_center_id;
  return { id, user_group_id: group.id, group_type: group.type, tech_center_id };
}

/** Returns whether the caller may administer a user with this id in this group. */
export function administers({ actor }: Caller, group: GroupRow, id: number): boolean {
  const grant = can(actor, 'user.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
  return reaches('user', actor, grant, factsIn(group, id));
}

/** Returns the group, locked until the transaction ends, so that it is not deleted meanwhile; null if it was deleted. */
export async function groupOf(tx: Tx, id: number): Promise<GroupRow | null> {
  const [group] = await tx
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.id, id), isNull(userGroups.deleted_at)))
    .for('share');
  return group ?? null;
}

const topRoles = roleKeys.filter((key) => levelOf(key) === topLevel);

/**
 * Locks the active users of level 5 in the order of their ids, so that two administrators who remove each other do not
 * deadlock. Returns how many there are.
 */
export async function lockActiveTopUsers(tx: Tx): Promise<number> {
  const active = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role_key, topRoles), eq(users.use_flag, 'Y'), isNull(users.deleted_at)))
    .orderBy(users.id)
    .for('update');
  return active.length;
}

/** Returns the user, locked until the transaction ends, if the caller may administer them. */
export async function lockUser(tx: Tx, caller: Caller, id: number) {
  const [found] = await tx
    .select({ user: users, group: userGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
    .for('update', { of: users });
  if (found === undefined || !administers(caller, found.group, id)) throw new Refusal('object/not-found');
  const { role_key } = found.user;
  if (!isRoleKey(role_key)) throw new Error(`user ${String(id)} has no known role`);
  return { user: { ...found.user, role_key } satisfies UserRecord, group: found.group };
}

/** Returns the center that users of this group work for. */
export function centerOfGroup({ id, type, tech_center_id }: GroupRow): number | null {
  return isGroupType(type) ? ownCenterOf({ id, type, tech_center_id }) : null;
}

type Written = {
  readonly id: number;
  readonly version: number;
  readonly action: 'create' | 'change' | 'delete' | 'withdraw';
  readonly fields?: readonly string[];
};

export async function concludeUser(tx: Tx, { id, version, action, fields = [] }: Written): Promise<void> {
  const target = `user/${String(id)}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`;
  noteAudit({ act: `user.${action}`, target });
  await publish(tx, { type: 'user', id, version });
}

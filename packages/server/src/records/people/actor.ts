/**
 * Converts a user and its group into the actor that the domain's rules use, for sessions, uploads and the users named
 * in an action.
 */
import { ownCenterOf } from '@rhythmdesk/domain/people/own-center';
import { isGroupType, isRoleKey, type GroupType, type RoleKey } from '@rhythmdesk/domain/people/roles';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { sql } from 'drizzle-orm';
import { assignedGroups, userGroups, users } from '../../platform/db/schema/people.ts';

/** The facilities that a user's group serves, as a column of a query over users. */
export const servedGroups = sql<number[]>`array(
  select ${assignedGroups.facility_id}::float8 from ${assignedGroups}
  where ${assignedGroups.group_id} = ${users.user_group_id} order by 1)`;

/** The columns of a user and its group that decide what the user may do. */
export const actorColumns = {
  user: {
    id: users.id,
    user_id: users.user_id,
    name: users.name,
    role_key: users.role_key,
    use_flag: users.use_flag,
    deleted_at: users.deleted_at,
    scope_number: users.scope_number,
  },
  group: {
    id: userGroups.id,
    type: userGroups.type,
    name: userGroups.name,
    time_zone: userGroups.time_zone,
    tech_center_id: userGroups.tech_center_id,
    deleted_at: userGroups.deleted_at,
  },
} as const;

type UserRow = {
  readonly id: number;
  readonly role_key: string;
  readonly use_flag: string;
  readonly deleted_at: Date | null;
  readonly scope_number?: number;
};
type GroupRow = {
  readonly id: number;
  readonly type: string;
  readonly tech_center_id: number | null;
  readonly deleted_at: Date | null;
};

/** Returns the checked role and group type; an unknown value is a fault of the database. */
function wordsOf(user: UserRow, group: GroupRow): { role_key: RoleKey; group_type: GroupType } {
  if (!isRoleKey(user.role_key)) throw new Error(`user ${String(user.id)} has no known role`);
  if (!isGroupType(group.type)) throw new Error(`group ${String(group.id)} has no known type`);
  return { role_key: user.role_key, group_type: group.type };
}

export function actorOf(user: UserRow, group: GroupRow, served: readonly number[]): Actor {
  const { role_key, group_type } = wordsOf(user, group);
  return {
    id: user.id,
    role_key,
    user_group_id: group.id,
    group_type,
    tech_center_id: ownCenterOf({ ...group, type: group_type }),
    assigned_group_ids: served,
    ...(user.scope_number === undefined ? {} : { scope_number: user.scope_number }),
  };
}

/** Returns whether an account may act: neither deleted nor dormant, in a group that is not deleted. */
export function isActive(user: UserRow, group: GroupRow): boolean {
  const isInUse = user.use_flag === 'Y' || isKeyAccount(user);
  return user.deleted_at === null && isInUse && group.deleted_at === null;
}

/** Returns whether the account belongs to an API key. Nobody can sign in to it. */
export const isKeyAccount = ({ use_flag }: Pick<UserRow, 'use_flag'>): boolean => use_flag === 'S';

/** The user of an upload as the rules see them now: a begun upload outlives its session, never its user's right. */
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { isGroupType, isRoleKey } from '@rhythmdesk/domain/people/roles';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { assignedGroups, userGroups, users } from '../../platform/db/schema/people.ts';
import type { Uploader } from './upload-tools.ts';

const servedGroups = sql<number[]>`array(
  select ${assignedGroups.facility_id}::float8 from ${assignedGroups}
  where ${assignedGroups.group_id} = ${users.user_group_id} order by 1)`;

export type KnownUploader = Uploader & { readonly actor: Actor; readonly is_active: boolean };

export async function readUploader(db: Queryable, user_id: number): Promise<KnownUploader | null> {
  const [row] = await db
    .select({ user: users, group: userGroups, served: servedGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, user_id));
  if (row === undefined) return null;
  const { user, group, served } = row;
  const { id, name, role_key } = user;
  if (!isRoleKey(role_key) || !isGroupType(group.type)) throw new Error('a user without role or group');
  const ownCenter = group.type === 'tech_center' ? group.id : null;
  return {
    id,
    name,
    role_key,
    user_group_id: group.id,
    is_active: user.deleted_at === null && user.use_flag === 'Y' && group.deleted_at === null,
    actor: {
      id,
      role_key,
      user_group_id: group.id,
      group_type: group.type,
      tech_center_id: group.type === 'team' ? group.tech_center_id : ownCenter,
      assigned_group_ids: served,
    },
  };
}

/** May this user still bring recordings of this hospital? */
export function mayStillUpload({ actor, is_active }: KnownUploader, hospital_id: number): boolean {
  const grant = can(actor, 'case.create');
  if (!is_active || grant === 'never') return false;
  return reaches('case', actor, grant, {
    hospital_id,
    tech_center_id: null,
    technician_id: null,
    technician_group_id: null,
    confirmer_id: null,
    uploader_group_id: null,
  });
}

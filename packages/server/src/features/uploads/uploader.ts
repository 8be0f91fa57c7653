/**
 * Reads the user of an upload with their current rights: an upload may outlast its session, but never its user's right.
 */
import { can, reaches } from '@rhythmdesk/domain/people/can';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { actorColumns, actorOf, isActive, servedGroups } from '../../records/people/actor.ts';
import type { CaseAuthor } from '../../records/cases/save-case.ts';

export type KnownUploader = CaseAuthor & { readonly actor: Actor; readonly is_active: boolean };

export async function readUploader(db: Queryable, user_id: number): Promise<KnownUploader | null> {
  const [row] = await db
    .select({ ...actorColumns, served: servedGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, user_id));
  if (row === undefined) return null;
  const { user, group, served } = row;
  const actor = actorOf(user, group, served);
  const { id, role_key, user_group_id } = actor;
  return { id, name: user.name, role_key, user_group_id, actor, is_active: isActive(user, group) };
}

/** Returns whether this user may still upload recordings for this hospital. */
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

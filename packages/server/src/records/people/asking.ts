/** Reads a user as the requester of work that continues after the session has ended. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { actorColumns, actorOf, isActive, servedGroups } from './actor.ts';

/** Returns null if the account may no longer act. */
export async function readAsking(db: Queryable, id: number): Promise<Asking | null> {
  const [found] = await db
    .select({ ...actorColumns, served: servedGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, id));
  if (found === undefined) return null;
  const { user, group, served } = found;
  if (!isActive(user, group)) return null;
  const actor = actorOf(user, group, served);
  return {
    id,
    user_id: user.user_id,
    name: user.name,
    role_key: actor.role_key,
    user_group: { id: group.id, name: group.name, type: actor.group_type, time_zone: group.time_zone },
    actor,
  };
}

/**
 * Builds the SQL for the audience of a notice: the notices of one reader, and the number of users of one notice. Both
 * check the type of group, and the center or the network to which the notice is limited.
 */
import { audienceGroups, audiencesFor, type NoticeAudience } from '@rhythmdesk/domain/notice/windows';
import { groupTypes, type GroupType } from '@rhythmdesk/domain/people/roles';
import { and, eq, gt, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { notices } from '../../platform/db/schema/notices.ts';
import { assignedGroups, userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { centerOf } from '../../records/people/user-scope.ts';

/** Returns the condition for the notices that a caller can read now. */
export function readableBy({ actor }: Caller, now: Date): SQL | undefined {
  const served = sql`exists (select 1 from ${assignedGroups}
    where ${assignedGroups.group_id} = ${notices.network_group_id}
      and ${assignedGroups.facility_id} = ${actor.user_group_id})`;
  return and(
    isNull(notices.deleted_at),
    eq(notices.draft, false),
    lte(notices.from_time, now),
    gt(notices.to_time, now),
    inArray(notices.group_type, [...audiencesFor(actor.group_type)]),
    or(
      isNull(notices.tech_center_id),
      actor.tech_center_id === null ? undefined : eq(notices.tech_center_id, actor.tech_center_id),
    ),
    or(isNull(notices.network_group_id), eq(notices.network_group_id, actor.user_group_id), served),
  );
}

export type Audience = {
  readonly group_type: NoticeAudience;
  readonly tech_center_id: number | null;
  readonly network_group_id: number | null;
};

/** Returns the condition for the active users in the audience of a notice, over `users` joined with `user_groups`. */
export function peopleOf({ group_type, tech_center_id, network_group_id }: Audience): SQL | undefined {
  const served = sql`exists (select 1 from ${assignedGroups}
    where ${assignedGroups.group_id} = ${network_group_id} and ${assignedGroups.facility_id} = ${userGroups.id})`;
  return and(
    isNull(users.deleted_at),
    eq(users.use_flag, 'Y'),
    inArray(userGroups.type, [...audienceGroups[group_type]]),
    tech_center_id === null ? undefined : sql`${centerOf} = ${tech_center_id}`,
    network_group_id === null ? undefined : or(eq(userGroups.id, network_group_id), served),
  );
}

const kindCount = z.object({ type: z.enum(groupTypes), people: z.coerce.number() });
export type AudienceCount = { total: number; kinds: { type: GroupType; people: number }[] };

export async function countAudience(db: Queryable, audience: Audience): Promise<AudienceCount> {
  const rows = await db
    .select({ type: userGroups.type, people: sql`count(*)` })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(peopleOf(audience))
    .groupBy(userGroups.type);
  const kinds = rows.map((row) => kindCount.parse(row));
  kinds.sort((a, b) => groupTypes.indexOf(a.type) - groupTypes.indexOf(b.type));
  return { total: kinds.reduce((sum, { people }) => sum + people, 0), kinds };
}

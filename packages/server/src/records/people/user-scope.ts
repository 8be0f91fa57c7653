/** Defines the columns for the domain's scope conditions over users and institutions. */
import { sql } from 'drizzle-orm';
import { userGroups, users } from '../../platform/db/schema/people.ts';

/** A team's center, a hospital's analysing center, or a tech center itself. */
export const centerOf = sql<number | null>`
  case when ${userGroups.type} = 'tech_center' then ${userGroups.id} else ${userGroups.tech_center_id} end`.mapWith(
  (value: unknown) => (value === null ? null : Number(value)),
);

export const userColumns = {
  id: users.id,
  user_group_id: users.user_group_id,
  group_type: users.group_type,
  tech_center_id: users.tech_center_id,
} as const;

export const institutionColumns = {
  id: userGroups.id,
  group_type: userGroups.type,
  tech_center_id: centerOf,
} as const;

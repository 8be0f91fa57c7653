/** Returns the history of an institution: what was changed, by whom, before and after; newest first. */
import { historyValue } from '@rhythmdesk/contract/institutions';
import { can } from '@rhythmdesk/domain/people/can';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { userGroupHistory, userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hasInstitution, reachedBy } from './institution-query.ts';

type Window = {
  readonly id: number;
  readonly field?: string | undefined;
  readonly page: number;
  readonly size: number;
};

const stored = z.object({
  action: z.enum(['create', 'change', 'delete']),
  before: historyValue,
  after: historyValue,
  role_key: z.enum(roleKeys).nullable(),
});

/** Hides changes of the price policy from users who may not see prices. */
function hidden(caller: Caller) {
  return can(caller.actor, 'price.read') !== 'never'
    ? undefined
    : sql`${userGroupHistory.field} is distinct from 'charging_unit_id'`;
}

export async function readHistory(db: Db, caller: Caller, { id, field, page, size }: Window) {
  const inSight = and(eq(userGroups.id, id), reachedBy(caller, 'institution.administer'));
  if (!(await hasInstitution(db, inSight))) throw new Refusal('object/not-found');
  const where = and(
    eq(userGroupHistory.user_group_id, id),
    field === undefined ? undefined : eq(userGroupHistory.field, field),
    hidden(caller),
  );
  const [rows, total] = await Promise.all([
    db
      .select({ row: userGroupHistory, user: { id: users.id, name: users.name } })
      .from(userGroupHistory)
      .leftJoin(users, eq(users.id, userGroupHistory.user_id))
      .where(where)
      .orderBy(desc(userGroupHistory.history_id))
      .limit(size)
      .offset((page - 1) * size),
    db.$count(userGroupHistory, where),
  ]);
  const items = rows.map(({ row, user }) => ({
    ...stored.parse(row),
    history_id: row.history_id,
    version: row.version,
    field: row.field,
    user,
    created_at: row.created_at.toISOString(),
  }));
  return { items, total, page, size };
}

/** Returns the list of users: its rows, its total and its counts. */
import { groupName } from '@rhythmdesk/contract/people';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { userRoutes, UserRow } from '@rhythmdesk/contract/users';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { dormancyNoticeDays, dormantAt } from '@rhythmdesk/domain/people/dormancy';
import { groupTypes, isGroupType, isRoleKey } from '@rhythmdesk/domain/people/roles';
import { userFlags } from '@rhythmdesk/domain/people/user-fields';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../../platform/db/database.ts';
import { countRows, readSortedPage } from '../../../platform/db/sorted-page.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { aliveSession } from '../../../records/people/alive-session.ts';
import { roleView } from '../begin-session.ts';
import { seesNamesOnly, sortedUsers, userFilterSql, usersReached } from './user-query.ts';

const dayMs = 86_400_000;

type StoredUser = typeof users.$inferSelect;

/** Returns when the account becomes dormant automatically, if it may. */
function sleepsAt(user: StoredUser, afterDays: number): Date | null {
  if (user.use_flag !== 'Y' || user.deleted_at !== null) return null;
  const active_at = Math.max(user.active_since.getTime(), user.last_sign_in_at?.getTime() ?? 0);
  return new Date(
    dormantAt({ active_at, notified_at: user.dormancy_notified_at?.getTime() ?? null }, afterDays),
  );
}

export type RowContext = {
  readonly namesOnly: boolean;
  readonly dormant_after_days: number;
  readonly now: Date;
};

export function rowOf(
  { user, group, online }: { user: StoredUser; group: typeof userGroups.$inferSelect; online: boolean },
  { namesOnly, dormant_after_days, now }: RowContext,
): UserRow {
  const { id, version, user_id, name, email, role_key, last_sign_in_at, created_at } = user;
  if (!isRoleKey(role_key) || !isGroupType(group.type)) throw new Error('a user without a known role');
  const sleeps = sleepsAt(user, dormant_after_days);
  const isNear = sleeps !== null && sleeps.getTime() - now.getTime() <= dormancyNoticeDays * dayMs;
  return {
    id,
    version,
    user_id,
    name,
    email: namesOnly ? null : email,
    user_role: roleView(role_key, group.type),
    user_group: groupName.parse(group),
    flag: z.enum(userFlags).parse(user.flag),
    last_sign_in_at: namesOnly ? null : (last_sign_in_at?.toISOString() ?? null),
    online: !namesOnly && online,
    dormant_at: !namesOnly && isNear ? sleeps.toISOString() : null,
    created_at: created_at.toISOString(),
  };
}

/** Returns the rows of these ids in the given order. */
export async function readUsers(
  db: Queryable,
  ids: readonly number[],
  context: RowContext,
): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ user: users, group: userGroups, online: aliveSession(context.now) })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(inArray(users.id, [...ids]));
  const byId = new Map(found.map((each) => [each.user.id, each]));
  return ids.flatMap((id) => {
    const each = byId.get(id);
    return each === undefined ? [] : [rowOf(each, context)];
  });
}

export async function listUsers(
  db: Db,
  caller: Caller,
  input: ParsedOf<typeof userRoutes.users>,
  { dormant_after_days, now, language }: Omit<RowContext, 'namesOnly'> & { readonly language: Language },
) {
  const { page, size, sort, ...filter } = input;
  const namesOnly = seesNamesOnly(caller);
  const where = and(usersReached(caller, 'user.list'), userFilterSql(filter, namesOnly));
  const window = { size, offset: (page - 1) * size };
  const context = { namesOnly, dormant_after_days, now };
  const read = (ids: readonly number[]) => readUsers(db, ids, context);
  const wanted = { window, searched: filter.q };
  const found = await readSortedPage(db, sortedUsers(where, { sort, language }), wanted, read);
  return { ...found, page, size };
}

const countRow = z.object({
  flag: z.enum(userFlags),
  group_type: z.enum(groupTypes),
  total: z.coerce.number(),
});
type CountRow = z.infer<typeof countRow>;

/** Counts users by flag and by type of group, from an index alone. */
export async function countsOfUsers(db: Db, caller: Caller) {
  const reached = usersReached(caller, 'user.list');
  const [present, withdrawn] = await Promise.all([
    db.execute(sql`select flag, group_type, count(*) as total from users
      where ${reached} and deleted_at is null group by flag, group_type`),
    countRows(db, { table: 'users', where: and(reached, sql`users.deleted_at is not null`) }),
  ]);
  const rows = present.rows.map((row) => countRow.parse(row));
  const sumOf = (wanted: (row: CountRow) => boolean): number =>
    rows.filter(wanted).reduce((sum, { total }) => sum + total, 0);
  const ofFlag = (flag: CountRow['flag']): number => sumOf((row) => row.flag === flag);
  const flags = {
    active: ofFlag('active'),
    'one-time': ofFlag('one-time'),
    waiting: ofFlag('waiting'),
    dormant: ofFlag('dormant'),
    withdrawn,
  };
  const types = groupTypes.map((type) => [type, sumOf((row) => row.group_type === type)] as const);
  return { flags, types: Object.fromEntries(types.filter(([, total]) => total > 0)) };
}

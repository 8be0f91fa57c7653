/**
 * Builds the SQL of the user list: the scope of the permission, the filters and the search over name, user id and
 * e-mail address. The columns of the group that decide about scopes are copied into the user's row, so that the list
 * needs no join.
 */
import type { userRoutes } from '@rhythmdesk/contract/users';
import { userSorts, type UserSort } from '@rhythmdesk/contract/users';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { searchForm } from '@rhythmdesk/domain/kit/search-form';
import { can, has } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, gte, inArray, isNotNull, isNull, like, lt, sql, type SQL } from 'drizzle-orm';
import { nameOrder } from '../../../platform/db/name-order.ts';
import type { SortedRows } from '../../../platform/db/sorted-page.ts';
import { scopeSql } from '../../../platform/db/scope-sql.ts';
import { among, anyPart, foundBy, storedNameForm } from '../../../platform/db/search-sql.ts';
import { users } from '../../../platform/db/schema/people.ts';
import type { Asking } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { userColumns } from '../../../records/people/user-scope.ts';

type Input = ParsedOf<typeof userRoutes.exportUsers>;
export type UserFilter = Omit<Input, 'sort'>;
export type UserSortKey = Input['sort'];

export function grantOf({ actor }: Asking, permission: Permission) {
  const grant = can(actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  return grant;
}

/** Returns whether the caller sees only the names of other users. */
export const seesNamesOnly = (caller: Asking): boolean => has(grantOf(caller, 'user.list'), 'names-only');

/** Returns the condition for the users that a permission covers. The accounts of API keys are no users. */
export function usersReached(caller: Asking, permission: Permission): SQL {
  const condition = conditionOf('user', caller.actor, grantOf(caller, permission));
  const reached = condition.any.some((tests) => tests.length === 0)
    ? sql`true`
    : scopeSql(condition, userColumns);
  return sql`${reached} and ${users.use_flag} <> 'S'`;
}

const searched = (q: string, namesOnly: boolean): SQL =>
  namesOnly
    ? like(storedNameForm(users.search_text), anyPart(searchForm(q)))
    : foundBy('users_found', users.id, q);

function standing(flags: UserFilter['flag']): SQL | undefined {
  if (flags === undefined || flags.length === 0) return isNull(users.deleted_at);
  const left = flags.includes('withdrawn') ? undefined : isNull(users.deleted_at);
  const only = flags.every((each) => each === 'withdrawn') ? isNotNull(users.deleted_at) : left;
  return and(inArray(users.flag, flags), only);
}

export function userFilterSql(filter: UserFilter, namesOnly: boolean): SQL | undefined {
  const { q, role_key, user_group_id, group_type, flag, from_time, to_time, never_signed_in, id } = filter;
  return and(
    standing(flag),
    among(users.id, id),
    among(users.role_key, role_key),
    among(users.user_group_id, user_group_id),
    among(users.group_type, group_type),
    from_time === undefined ? undefined : gte(users.last_sign_in_at, new Date(from_time)),
    to_time === undefined ? undefined : lt(users.last_sign_in_at, new Date(to_time)),
    never_signed_in === true ? isNull(users.last_sign_in_at) : undefined,
    q === undefined || q === '' ? undefined : searched(q, namesOnly),
  );
}

const sortColumns = {
  user_id: sql`users.user_id`,
  last_sign_in_at: sql`users.last_sign_in_at`,
  created_at: sql`users.created_at`,
} as const satisfies Record<Exclude<UserSort, 'name'>, SQL>;

/**
 * Builds the sort order. Users who never signed in come before the newest sign-in and after the oldest, as the index
 * sorts them.
 */
function orderOf(sort: UserSortKey, language: Language): SQL {
  const bare = sort.replace(/^-/, '');
  const key = userSorts.find((each) => each === bare) ?? 'name';
  const turn = sort.startsWith('-') ? sql` desc` : sql``;
  const column = key === 'name' ? nameOrder(users.name, language) : sortColumns[key];
  return sql`${column}${turn}, users.id${turn}`;
}

export const sortedUsers = (
  where: SQL | undefined,
  { sort, language }: { readonly sort: UserSortKey; readonly language: Language },
): SortedRows => ({ table: 'users', where, order: orderOf(sort, language) });

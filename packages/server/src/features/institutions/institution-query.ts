/**
 * Builds the SQL of the institution list: the scope of the permission, the filters and the search over name, register
 * code and address.
 */
import type { institutionRoutes } from '@rhythmdesk/contract/institutions';
import { institutionSorts, type InstitutionSort } from '@rhythmdesk/contract/institutions';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { can } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { nameOrder } from '../../platform/db/name-order.ts';
import { countRows, type SortedRows } from '../../platform/db/sorted-page.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { among, foundBy } from '../../platform/db/search-sql.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { institutionColumns } from '../../records/people/user-scope.ts';

export type InstitutionFilter = Omit<ParsedOf<typeof institutionRoutes.exportInstitutions>, 'sort'>;
export type SortKey = ParsedOf<typeof institutionRoutes.exportInstitutions>['sort'];

/** Returns the condition for the institutions that a permission covers and that were not deleted. */
export function reachedBy({ actor }: Asking, permission: Permission): SQL {
  const grant = can(actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const scope = scopeSql(conditionOf('institution', actor, grant), institutionColumns);
  return sql`${scope} and ${isNull(userGroups.deleted_at)}`;
}

export function filterSql({ q, type, region, tech_center_id, id }: InstitutionFilter): SQL | undefined {
  return and(
    among(userGroups.id, id),
    among(userGroups.type, type),
    among(userGroups.region, region),
    among(userGroups.tech_center_id, tech_center_id),
    q === undefined || q === '' ? undefined : foundBy('groups_found', userGroups.id, q),
  );
}

const sortColumns = {
  register_code: sql`user_groups.register_code`,
  type: sql`user_groups.type`,
  region: sql`user_groups.region`,
  created_at: sql`user_groups.created_at`,
} as const satisfies Record<Exclude<InstitutionSort, 'name'>, SQL>;

/**
 * Builds the sort order. Within one type or region, rows are sorted by name; the whole order is reversed together, so
 * that an index supports it.
 */
function orderOf(sort: SortKey, language: Language): SQL {
  const bare = sort.replace(/^-/, '');
  const key = institutionSorts.find((each) => each === bare) ?? 'name';
  const turn = sort.startsWith('-') ? sql` desc` : sql``;
  const name = nameOrder(userGroups.name, language);
  const within = key === 'type' || key === 'region' ? sql`, ${name}${turn}` : sql``;
  const column = key === 'name' ? name : sortColumns[key];
  return sql`${column}${turn}${within}, user_groups.id${turn}`;
}

export const sortedInstitutions = (
  where: SQL | undefined,
  { sort, language }: { readonly sort: SortKey; readonly language: Language },
): SortedRows => ({ table: 'user_groups', where, order: orderOf(sort, language) });

/** Returns whether there is an institution that meets the condition. */
export const hasInstitution = async (db: Queryable, where: SQL | undefined): Promise<boolean> =>
  (await countRows(db, { table: 'user_groups', where })) > 0;

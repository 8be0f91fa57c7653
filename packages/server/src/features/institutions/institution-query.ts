/**
 * What of the institutions a caller asks for, as SQL: the scope of the permission, the filters and the search over
 * name, register code and address. A page's ids and its total read indexes alone; what stands beside an institution
 * is read for the page's rows only.
 */
import type { institutionRoutes } from '@rhythmdesk/contract/institutions';
import { institutionSorts, type InstitutionSort } from '@rhythmdesk/contract/institutions';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { among, foundBy } from '../../platform/db/search-sql.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { institutionColumns } from '../../records/people/user-scope.ts';

export type InstitutionFilter = Omit<ParsedOf<typeof institutionRoutes.exportInstitutions>, 'sort'>;
export type SortKey = ParsedOf<typeof institutionRoutes.exportInstitutions>['sort'];

/** The institutions that a permission reaches and that were not deleted. */
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
  name: sql`user_groups.name`,
  register_code: sql`user_groups.register_code`,
  type: sql`user_groups.type`,
  region: sql`user_groups.region`,
  created_at: sql`user_groups.created_at`,
} as const satisfies Record<InstitutionSort, SQL>;

/** Types and regions stand by name within one value; everything turns round together, so that an index serves it. */
function orderOf(sort: SortKey): SQL {
  const bare = sort.replace(/^-/, '');
  const key = institutionSorts.find((each) => each === bare) ?? 'name';
  const turn = sort.startsWith('-') ? sql` desc` : sql``;
  const within = key === 'type' || key === 'region' ? sql`, user_groups.name${turn}` : sql``;
  return sql`${sortColumns[key]}${turn}${within}, user_groups.id${turn}`;
}

const idRow = z.object({ id: z.coerce.number() });
const countRow = z.object({ total: z.coerce.number() });

export async function countInstitutions(db: Queryable, where: SQL | undefined): Promise<number> {
  const found = await db.execute(sql`select count(*) as total from user_groups where ${where ?? sql`true`}`);
  return countRow.parse(found.rows[0]).total;
}

export async function institutionIds(
  db: Queryable,
  where: SQL | undefined,
  sort: SortKey,
  { size, offset }: { readonly size: number; readonly offset: number },
): Promise<number[]> {
  const found = await db.execute(sql`select user_groups.id from user_groups where ${where ?? sql`true`}
    order by ${orderOf(sort)} limit ${size} offset ${offset}`);
  return found.rows.map((row) => idRow.parse(row).id);
}

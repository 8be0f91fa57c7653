/** Lists institutions: for choosing one, for administration, their counts, and the rows of a page. */
import { answeredStatuses } from '@rhythmdesk/domain/case/status';
import type { institutionRoutes, InstitutionRow } from '@rhythmdesk/contract/institutions';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { groupName } from '@rhythmdesk/contract/people';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { can } from '@rhythmdesk/domain/people/can';
import { hasField } from '@rhythmdesk/domain/people/institution-fields';
import { groupTypes, type GroupType } from '@rhythmdesk/domain/people/roles';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { correlated } from '../../platform/db/correlated.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { nameOrder } from '../../platform/db/name-order.ts';
import { readSortedPage } from '../../platform/db/sorted-page.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { chargingUnits, userGroups, users } from '../../platform/db/schema/people.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { filterSql, reachedBy, sortedInstitutions } from './institution-query.ts';

const centers = alias(userGroups, 'center');

export const userCount = correlated(sql<number>`(select count(*)::int from ${users}
  where ${users.user_group_id} = ${userGroups.id} and ${users.deleted_at} is null
  and ${users.use_flag} <> 'S')`);

/** Selects this month's cases of a hospital, a center or a team, in the caller's time zone. */
function monthCases({ user_group: { time_zone } }: Asking, now: Date) {
  const month = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${time_zone})`;
  const of = (
    column: typeof cases.hospital_id | typeof cases.tech_center_id | typeof cases.technician_group_id,
  ) =>
    sql`(select count(*)::int from ${cases} where ${column} = ${userGroups.id}
      and ${cases.listed_at} >= (${month} at time zone ${time_zone})
      and ${cases.listed_at} < ((${month} + interval '1 month') at time zone ${time_zone}))`;
  return sql<number | null>`case ${userGroups.type}
    when 'hospital' then ${of(cases.hospital_id)}
    when 'tech_center' then ${of(cases.tech_center_id)}
    when 'team' then ${of(cases.technician_group_id)} end`;
}

const ownCases = {
  hospital: cases.hospital_id,
  tech_center: cases.tech_center_id,
  team: cases.technician_group_id,
} as const;
const monthRow = z.object({
  cases: z.coerce.number(),
  urgent: z.coerce.number(),
  completed: z.coerce.number(),
});

/** Returns the figures of the same month for one group; null for a group whose type has no cases. */
export async function monthOf(
  db: Queryable,
  { user_group: { time_zone } }: Asking,
  group: { readonly id: number; readonly type: GroupType },
  now: Date,
) {
  const { type } = group;
  if (type !== 'hospital' && type !== 'tech_center' && type !== 'team') return null;
  const month = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${time_zone})`;
  const found = await db.execute(sql`select count(*) as cases,
      count(*) filter (where ${cases.priority_rank} = 2) as urgent,
      count(*) filter (where ${cases.status} in ${answeredStatuses}) as completed
    from ${cases} where ${ownCases[type]} = ${group.id}
      and ${cases.listed_at} >= (${month} at time zone ${time_zone})
      and ${cases.listed_at} < ((${month} + interval '1 month') at time zone ${time_zone})`);
  return monthRow.parse(found.rows[0]);
}

const agreeType = z.enum(agreeTypes);

/** Returns the rows of these ids in the given order. */
export async function readInstitutions(
  db: Queryable,
  ids: readonly number[],
  caller: Asking,
  now: Date,
): Promise<InstitutionRow[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({
      group: userGroups,
      center: centers,
      unit: { id: chargingUnits.id, name: chargingUnits.name },
      user_count: userCount,
      month_cases: monthCases(caller, now),
    })
    .from(userGroups)
    .leftJoin(centers, eq(centers.id, userGroups.tech_center_id))
    .leftJoin(chargingUnits, eq(chargingUnits.id, userGroups.charging_unit_id))
    .where(inArray(userGroups.id, [...ids]));
  const seesPrices = can(caller.actor, 'price.read') !== 'never';
  const byId = new Map(found.map((each) => [each.group.id, each]));
  return ids.flatMap((id) => {
    const each = byId.get(id);
    if (each === undefined) return [];
    const { group, center, unit, user_count, month_cases } = each;
    const { name, type } = groupName.parse(group);
    const row: InstitutionRow = {
      id,
      version: group.version,
      name,
      type,
      register_code: group.register_code,
      region: group.region,
      address: group.address,
      tech_center: center === null ? null : groupName.parse(center),
      charging_unit: seesPrices ? unit : null,
      agree_type: hasField(type, 'agree_type') ? agreeType.parse(group.agree_type) : null,
      analysis_ratio: group.analysis_ratio,
      user_count,
      month_cases,
      created_at: group.created_at.toISOString(),
    };
    return [row];
  });
}

export async function listInstitutions(
  db: Db,
  caller: Asking,
  input: ParsedOf<typeof institutionRoutes.institutions>,
  { language, now }: { readonly language: Language; readonly now: Date },
) {
  const { page, size, sort, ...filter } = input;
  const where = and(reachedBy(caller, 'institution.administer'), filterSql(filter));
  const window = { size, offset: (page - 1) * size };
  const sorted = sortedInstitutions(where, { sort, language });
  const found = await readSortedPage(db, sorted, { window, searched: filter.q }, (ids) =>
    readInstitutions(db, ids, caller, now),
  );
  return { ...found, page, size };
}

/** Returns names only, for choosing one. */
export async function listUserGroups(
  db: Db,
  caller: Asking,
  { page, size, q, type }: ParsedOf<typeof institutionRoutes.userGroups>,
  language: Language,
) {
  const where = and(reachedBy(caller, 'institution.read'), filterSql({ q, type }));
  const sorted = sortedInstitutions(where, { sort: 'name', language });
  const window = { size, offset: (page - 1) * size };
  const found = await readSortedPage(db, sorted, { window, searched: q }, async (ids) => {
    const rows = await db
      .select()
      .from(userGroups)
      .where(inArray(userGroups.id, [...ids]))
      .orderBy(nameOrder(userGroups.name, language), asc(userGroups.id));
    return rows.map((row) => groupName.parse(row));
  });
  return { ...found, page, size };
}

const typeCount = z.object({ type: z.enum(groupTypes), total: z.coerce.number() });
const regionRow = z.object({ region: z.string() });

export async function countsOf(db: Db, caller: Asking) {
  const where = reachedBy(caller, 'institution.administer');
  const [types, regions] = await Promise.all([
    db.execute(sql`select type, count(*) as total from user_groups where ${where} group by type`),
    db.execute(sql`select distinct region from user_groups where ${where} and region <> '' order by region`),
  ]);
  const counted = types.rows.map((row) => typeCount.parse(row));
  return {
    types: Object.fromEntries(counted.map(({ type, total }) => [type, total])),
    regions: regions.rows.map((row) => regionRow.parse(row).region),
  };
}

/**
 * Makes the Organization and Practitioner that a case refers to. A caller reads those of the cases and reports that the
 * caller may read, because these name them anyway.
 */
import type { Bundle, Organization, Practitioner } from '@medplum/fhirtypes';
import { can } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, asc, eq, gt, ilike, inArray, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { anyPart } from '../../platform/db/search-sql.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseRows, caseScopeSql, isEveryCase } from '../../records/cases/case-scope.ts';
import { entryOf, linkOf } from './search-resources.ts';

/** Returns the condition that a case in the scope of the permission meets `condition`. */
function ofCases({ actor }: Caller, permission: Permission, condition: SQL): SQL {
  const grant = can(actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const scope = conditionOf('case', actor, grant);
  return sql`exists (select 1 from ${caseRows(isEveryCase(scope))} where ${caseScopeSql(scope)} and ${condition})`;
}

/** Returns the condition for institutions: the caller’s own, and those of its cases. */
const seenGroups = (caller: Caller): SQL => sql`(${userGroups.id} = ${caller.user_group.id}
  or ${ofCases(caller, 'case.read', sql`cases.hospital_id = ${userGroups.id}`)}
  or ${ofCases(caller, 'case.read', sql`cases.tech_center_id = ${userGroups.id}`)})`;

/** Returns the condition for readers and chiefs of the reports that the caller may read. */
function seenReaders(caller: Caller): SQL {
  const reads = (column: SQL) =>
    ofCases(caller, 'file.report', sql`cases.report_version is not null and ${column} = ${users.id}`);
  return sql`(${reads(sql`cases.technician_id`)} or ${reads(sql`cases.confirmer_id`)})`;
}

function organizationFrom({ id, name, address, postcode }: typeof userGroups.$inferSelect): Organization {
  return {
    resourceType: 'Organization',
    id: String(id),
    name,
    ...(address !== '' && {
      address: [{ text: address, ...(postcode !== '' && { postalCode: postcode }) }],
    }),
  };
}

const practitionerFrom = ({ id, name }: { readonly id: number; readonly name: string }): Practitioner => ({
  resourceType: 'Practitioner',
  id: String(id),
  name: [{ text: name }],
});

export async function readOrganization(db: Db, caller: Caller, id: number): Promise<Organization> {
  const [row] = await db
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.id, id), seenGroups(caller)));
  if (row === undefined) throw new Refusal('object/not-found');
  return organizationFrom(row);
}

export async function readPractitioner(db: Db, caller: Caller, id: number): Promise<Practitioner> {
  const [row] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), seenReaders(caller)));
  if (row === undefined) throw new Refusal('object/not-found');
  return practitionerFrom(row);
}

export type PeopleSearch = {
  readonly _id?: string | undefined;
  readonly _count: number;
  readonly _page?: string | undefined;
  readonly name?: string | undefined;
};

/** Returns the conditions of a search over one of the tables, by id. */
function askedOf(
  { _id, _page, name }: PeopleSearch,
  table: typeof userGroups | typeof users,
): (SQL | undefined)[] {
  const ids = _id?.split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id)) ?? [];
  return [
    _id === undefined ? undefined : inArray(table.id, ids.map(Number)),
    _page === undefined ? undefined : gt(table.id, Math.floor(Number(_page))),
    name === undefined ? undefined : ilike(table.name, anyPart(name)),
  ];
}

/** Makes a page of a search; `rows` has one more than the page if there is a next one. */
function pageOf(
  base: string,
  kind: 'Organization' | 'Practitioner',
  search: PeopleSearch,
  rows: readonly (Organization | Practitioner)[],
): Bundle {
  const entry = rows.slice(0, search._count);
  const last = rows.length > search._count ? entry.at(-1) : undefined;
  const self = linkOf(base, kind, { ...search, _page: undefined }, null);
  const next = last === undefined ? null : linkOf(base, kind, search, { case_id: Number(last.id), index: 0 });
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: [{ relation: 'self', url: self }, ...(next === null ? [] : [{ relation: 'next', url: next }])],
    ...(entry.length > 0 && { entry: entry.map((resource) => entryOf(base, 'match', resource)) }),
  };
}

type Search = { readonly db: Db; readonly base: string };

export async function searchOrganizations(
  { db, base }: Search,
  caller: Caller,
  search: PeopleSearch,
): Promise<Bundle> {
  const rows = await db
    .select()
    .from(userGroups)
    .where(and(seenGroups(caller), ...askedOf(search, userGroups)))
    .orderBy(asc(userGroups.id))
    .limit(search._count + 1);
  return pageOf(base, 'Organization', search, rows.map(organizationFrom));
}

export async function searchPractitioners(
  { db, base }: Search,
  caller: Caller,
  search: PeopleSearch,
): Promise<Bundle> {
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(seenReaders(caller), ...askedOf(search, users)))
    .orderBy(asc(users.id))
    .limit(search._count + 1);
  return pageOf(base, 'Practitioner', search, rows.map(practitionerFrom));
}

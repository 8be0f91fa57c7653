/**
 * Makes the Organization and Practitioner that a case refers to. A caller reads those of the cases and reports that the
 * caller may read, because these name them anyway.
 */
import type { Organization, Practitioner } from '@medplum/fhirtypes';
import { can } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseRows, caseScopeSql, isEveryCase } from '../../records/cases/case-scope.ts';

/** Refuses unless a case in the scope of the permission meets the condition. */
async function requireCase(db: Db, { actor }: Caller, permission: Permission, condition: SQL): Promise<void> {
  const grant = can(actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const scope = conditionOf('case', actor, grant);
  const found = await db.execute(sql`select 1 from ${caseRows(isEveryCase(scope))}
    where ${caseScopeSql(scope)} and ${condition} limit 1`);
  if (found.rows.length === 0) throw new Refusal('object/not-found');
}

export async function readOrganization(db: Db, caller: Caller, id: number): Promise<Organization> {
  const named = sql`(cases.hospital_id = ${id} or cases.tech_center_id = ${id})`;
  if (caller.user_group.id !== id) await requireCase(db, caller, 'case.read', named);
  const [row] = await db.select().from(userGroups).where(eq(userGroups.id, id));
  if (row === undefined) throw new Refusal('object/not-found');
  const { name, address, postcode } = row;
  return {
    resourceType: 'Organization',
    id: String(id),
    name,
    ...(address !== '' && {
      address: [{ text: address, ...(postcode !== '' && { postalCode: postcode }) }],
    }),
  };
}

export async function readPractitioner(db: Db, caller: Caller, id: number): Promise<Practitioner> {
  const reads = sql`cases.report_version is not null and (cases.technician_id = ${id} or cases.confirmer_id = ${id})`;
  await requireCase(db, caller, 'file.report', reads);
  const [row] = await db.select({ name: users.name }).from(users).where(eq(users.id, id));
  if (row === undefined) throw new Refusal('object/not-found');
  return { resourceType: 'Practitioner', id: String(id), name: [{ text: row.name }] };
}

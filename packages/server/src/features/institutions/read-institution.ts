/** Returns one institution as the caller may see it: only names, its facts, or all administered fields. */
import type { Institution } from '@rhythmdesk/contract/institutions';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { groupName } from '@rhythmdesk/contract/people';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { can, has, may } from '@rhythmdesk/domain/people/can';
import { editableFields, twoFactorRules } from '@rhythmdesk/domain/people/institution-fields';
import { reportSections } from '@rhythmdesk/domain/report/report-form';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { assignedGroups, chargingUnits, userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { monthOf, userCount } from './institution-list.ts';
import { reachedBy } from './institution-query.ts';

type GroupRow = typeof userGroups.$inferSelect;

/** Returns the facilities that a group serves, sorted by name. */
export async function servedBy(db: Queryable, group_id: number) {
  const rows = await db
    .select({ id: userGroups.id, name: userGroups.name, type: userGroups.type })
    .from(assignedGroups)
    .innerJoin(userGroups, eq(userGroups.id, assignedGroups.facility_id))
    .where(eq(assignedGroups.group_id, group_id))
    .orderBy(asc(userGroups.name), asc(userGroups.id));
  return rows.map((row) => groupName.parse(row));
}

/** Returns the facts by which scopes are checked for an institution. */
function institutionFacts(row: Pick<GroupRow, 'id' | 'type' | 'tech_center_id'>) {
  const tech_center_id = row.type === 'tech_center' ? row.id : row.tech_center_id;
  return { id: row.id, group_type: row.type, tech_center_id };
}

const languageWord = z.enum(languages).nullable();
const firstPeople = 6;
const person = z.object({ id: z.number(), name: z.string(), role_key: z.enum(roleKeys) });

async function peopleOf(db: Queryable, group_id: number) {
  const rows = await db
    .select({ id: users.id, name: users.name, role_key: users.role_key })
    .from(users)
    .where(and(eq(users.user_group_id, group_id), isNull(users.deleted_at), ne(users.use_flag, 'S')))
    .orderBy(asc(users.name), asc(users.id))
    .limit(firstPeople);
  return rows.map((row) => person.parse(row));
}

async function administrationOf(
  db: Queryable,
  caller: Caller,
  row: GroupRow,
  now: Date,
): Promise<Institution['administration']> {
  const { actor } = caller;
  const facts = institutionFacts(row);
  if (!may('institution', actor, 'institution.administer', facts)) return null;
  const [counted] = await db
    .select({ user_count: userCount })
    .from(userGroups)
    .where(eq(userGroups.id, row.id));
  const seesPrices = can(actor, 'price.read') !== 'never';
  const [unit] =
    row.charging_unit_id === null || !seesPrices
      ? []
      : await db.select().from(chargingUnits).where(eq(chargingUnits.id, row.charging_unit_id));
  const { type } = groupName.parse(row);
  const writes = may('institution', actor, 'institution.write', facts);
  return {
    description: row.description,
    assigned_group: await servedBy(db, row.id),
    charging_unit: unit === undefined ? null : { id: unit.id, name: unit.name },
    billing_address: row.billing_address,
    billing_email: row.billing_email,
    tax_rate_bp: row.tax_rate_bp,
    invoice_language: languageWord.parse(row.invoice_language),
    tax_number: row.tax_number,
    bank_account: row.bank_account,
    analysis_ratio: row.analysis_ratio,
    takes_others_share: row.takes_others_share,
    verification_required: row.verification_required,
    coverage_minimum: row.coverage_minimum,
    second_reading_share: row.second_reading_share,
    letterhead: row.letterhead,
    logo: row.logo,
    report_sections: z.array(z.enum(reportSections)).parse(row.report_sections),
    immediate_sign_up: row.immediate_sign_up,
    provider_sign_up: row.provider_sign_up,
    two_factor: z.enum(twoFactorRules).parse(row.two_factor),
    idle_minutes: row.idle_minutes,
    user_count: counted?.user_count ?? 0,
    people: await peopleOf(db, row.id),
    month: await monthOf(db, caller, { id: row.id, type }, now),
    editable: writes ? [...editableFields(actor, { id: row.id, type })] : [],
    deletable: row.id !== actor.user_group_id && may('institution', actor, 'institution.delete', facts),
  };
}

export async function readInstitution(db: Db, caller: Caller, id: number, now: Date): Promise<Institution> {
  const [row] = await db
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.id, id), reachedBy(caller, 'institution.read')));
  if (row === undefined) throw new Refusal('object/not-found');
  const [center] =
    row.tech_center_id === null
      ? []
      : await db.select().from(userGroups).where(eq(userGroups.id, row.tech_center_id));
  const grant = can(caller.actor, 'institution.read');
  const namesOnly = grant === 'never' || has(grant, 'names-only');
  const turnaround = center ?? row;
  const named = groupName.parse(row);
  return {
    ...named,
    version: row.version,
    group_type: named.type,
    time_zone: row.time_zone,
    agree_type: z.enum(agreeTypes).parse(row.agree_type),
    register_code: namesOnly ? null : row.register_code,
    department: namesOnly ? null : row.department,
    region: namesOnly ? null : row.region,
    postcode: namesOnly ? null : row.postcode,
    address: namesOnly ? null : row.address,
    tech_center: center === undefined ? null : groupName.parse(center),
    turnaround_hours: { normal: turnaround.turnaround_normal_h, urgent: turnaround.turnaround_urgent_h },
    created_at: row.created_at.toISOString(),
    administration: await administrationOf(db, caller, row, now),
  };
}

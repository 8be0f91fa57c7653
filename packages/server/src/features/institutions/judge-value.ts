/**
 * Decides whether an institution may have a value, for checks that need the database: what the value refers to, and
 * what refers to the institution.
 */
import type { InstitutionChange } from '@rhythmdesk/contract/institutions';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { finishedStatus } from '@rhythmdesk/domain/case/status';
import { hasField, typesFor, type InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { isRoleKey, roleFitsGroup, type GroupType } from '@rhythmdesk/domain/people/roles';
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { chargingUnits, userGroups, users } from '../../platform/db/schema/people.ts';
import { foundBy } from '../../platform/db/search-sql.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { visibleUnits } from '../../records/billing/charging-unit-scope.ts';
import { allReached, type InstitutionRecord } from './lock-institution.ts';

const facilities: readonly GroupType[] = ['hospital', 'tech_center', 'team', 'logistics'];

/** Returns the reason why a group must keep its present type: users of other roles, cases, groups of its center. */
async function typeFault(tx: Tx, row: InstitutionRecord, type: GroupType): Promise<RefusalCode | null> {
  const roles = await tx
    .selectDistinct({ role_key: users.role_key })
    .from(users)
    .where(and(eq(users.user_group_id, row.id), isNull(users.deleted_at)));
  const unfit = roles.some(({ role_key }) => isRoleKey(role_key) && !roleFitsGroup(role_key, type));
  if (unfit) return 'group/has-users';
  const [used] = await tx
    .select({ id: cases.case_id })
    .from(cases)
    .where(
      or(
        eq(cases.hospital_id, row.id),
        eq(cases.tech_center_id, row.id),
        eq(cases.technician_group_id, row.id),
        eq(cases.team_id, row.id),
      ),
    )
    .limit(1);
  const [group] = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(and(eq(userGroups.tech_center_id, row.id), isNull(userGroups.deleted_at)))
    .limit(1);
  if (used !== undefined || group !== undefined) return 'group/in-use';
  return type === 'team' && row.tech_center_id === null ? 'group/type-unfit' : null;
}

/**
 * Returns whether a center other than this one has open cases that are in the share of the team, or that its users read
 * or verify. They could no longer see these cases.
 */
async function hasOpenCases(tx: Tx, team_id: number | null, center_id: number): Promise<boolean> {
  if (team_id === null) return false;
  const verifies = sql`(${cases.verification_requested_at} is not null and ${cases.confirmer_id} in (
    select u.id from users u where u.user_group_id = ${team_id} and u.deleted_at is null))`;
  const [open] = await tx
    .select({ id: cases.case_id })
    .from(cases)
    .where(
      and(
        or(eq(cases.team_id, team_id), eq(cases.technician_group_id, team_id), verifies),
        isNull(cases.closed_at),
        ne(cases.status, finishedStatus),
        ne(cases.tech_center_id, center_id),
      ),
    )
    .limit(1);
  return open !== undefined;
}

async function centerFault(
  tx: Tx,
  caller: Caller,
  row: { readonly id: number | null; readonly type: GroupType },
  id: number | null,
): Promise<RefusalCode | null> {
  if (id !== null && !(await allReached(tx, caller, [id], ['tech_center']))) return 'group/reference';
  if (id !== null) return row.type === 'team' && (await hasOpenCases(tx, row.id, id)) ? 'group/in-use' : null;
  if (row.type === 'team') return 'group/reference';
  if (row.id === null) return null;
  const [waiting] = await tx
    .select({ id: cases.case_id })
    .from(cases)
    .where(and(eq(cases.hospital_id, row.id), eq(cases.status, 'request'), isNull(cases.closed_at)))
    .limit(1);
  return waiting === undefined ? null : 'group/in-use';
}

async function unitExists(tx: Queryable, caller: Caller, id: number): Promise<boolean> {
  const found = await tx
    .select({ id: chargingUnits.id })
    .from(chargingUnits)
    .where(and(eq(chargingUnits.id, id), visibleUnits(caller)));
  return found.length > 0;
}

async function codeTaken(tx: Queryable, code: string, ownId: number | null): Promise<boolean> {
  const found = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(
      and(
        foundBy('groups_coded', userGroups.id, code),
        isNull(userGroups.deleted_at),
        ownId === null ? undefined : ne(userGroups.id, ownId),
      ),
    );
  return found.length > 0;
}

export async function isCodeFree(db: Queryable, code: string, ownId: number | undefined): Promise<boolean> {
  return !(await codeTaken(db, code, ownId ?? null));
}

type Judged = { readonly id: number | null; readonly type: GroupType };

/** Checks references and the register code, both for a new group and for a changed one. */
export async function judgeReferences(
  tx: Tx,
  caller: Caller,
  row: Judged,
  change: InstitutionChange,
): Promise<void> {
  const { register_code, tech_center_id, charging_unit_id, assigned_group } = change;
  if (register_code !== undefined && (await codeTaken(tx, register_code, row.id)))
    throw refuseField('group/register-code-taken', 'register_code');
  if (tech_center_id !== undefined) {
    const fault = await beyondScope(tx, () => centerFault(tx, caller, row, tech_center_id));
    if (fault !== null) throw refuseField(fault, 'tech_center_id');
  }
  if (
    charging_unit_id !== undefined &&
    charging_unit_id !== null &&
    !(await unitExists(tx, caller, charging_unit_id))
  )
    throw refuseField('group/reference', 'charging_unit_id');
  if (assigned_group !== undefined && !(await allReached(tx, caller, assigned_group, facilities)))
    throw refuseField('group/reference', 'assigned_group');
}

export async function judgeValue(
  tx: Tx,
  caller: Caller,
  row: InstitutionRecord,
  change: InstitutionChange,
): Promise<void> {
  const { type } = change;
  if (type !== undefined && type !== row.type) {
    const mayMake = [row.type, type].every((each) => typesFor(caller.actor).includes(each));
    const fault = mayMake ? await beyondScope(tx, () => typeFault(tx, row, type)) : 'group/field-not-yours';
    if (fault !== null) throw refuseField(fault, 'type');
  }
  await judgeReferences(tx, caller, row, change);
}

/** Refuses fields that the type of a new group does not have. */
export function refuseForeignFields(type: GroupType, fields: readonly InstitutionField[]): void {
  const foreign = fields.find((field) => !hasField(type, field));
  if (foreign !== undefined) throw refuseField('group/type-unfit', foreign);
}

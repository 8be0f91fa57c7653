/** Lists what a caller may choose from in forms: technicians, chiefs, facilities and roles. */
import { assignedStatuses } from '@rhythmdesk/domain/case/status';
import { groupName } from '@rhythmdesk/contract/people';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { can } from '@rhythmdesk/domain/people/can';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import {
  isRoleKey,
  roleKeys,
  roles,
  type GroupType,
  type RoleKey,
  readerRoles,
} from '@rhythmdesk/domain/people/roles';
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { correlated } from '../../platform/db/correlated.ts';
import type { Db } from '../../platform/db/database.ts';
import { nameOrder } from '../../platform/db/name-order.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { roleView } from './begin-session.ts';
import { centerOf, institutionColumns, userColumns } from '../../records/people/user-scope.ts';

const agreeType = z.enum(agreeTypes);

/**
 * Builds the condition for active users of the roles in a center within the caller's scope; the default is the caller's
 * own center.
 */
function staffCondition(
  caller: Caller,
  wanted: readonly RoleKey[],
  center: number | undefined,
): SQL | undefined {
  const grant = can(caller.actor, 'user.list');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const centerId = center ?? caller.actor.tech_center_id;
  return and(
    scopeSql(conditionOf('user', caller.actor, grant), userColumns),
    inArray(users.role_key, [...wanted]),
    eq(users.use_flag, 'Y'),
    isNull(users.deleted_at),
    isNull(userGroups.deleted_at),
    centerId === null ? undefined : sql`${centerOf} = ${centerId}`,
  );
}

const openCases = correlated(sql<number>`(select count(*)::int from ${cases}
  where ${cases.technician_id} = ${users.id} and ${cases.closed_at} is null
    and ${cases.status} in ${[...assignedStatuses]})`);

/** `center`: the staff of this center. Names are sorted as the language does. */
export type StaffQuery = { readonly center: number | undefined; readonly language: Language };

export async function listTechnicians(db: Db, caller: Caller, { center, language }: StaffQuery) {
  const rows = await db
    .select({ id: users.id, name: users.name, role_key: users.role_key, open_cases: openCases })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(staffCondition(caller, readerRoles, center))
    .orderBy(nameOrder(users.name, language), asc(users.id));
  return rows.flatMap(({ role_key, ...row }) => (isRoleKey(role_key) ? [{ ...row, role_key }] : []));
}

export async function listChiefs(db: Db, caller: Caller, { center, language }: StaffQuery) {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(staffCondition(caller, ['CHIEF'], center))
    .orderBy(nameOrder(users.name, language), asc(users.id));
}

/** Builds the condition for the hospitals for which the caller may create cases. */
function uploadCondition(caller: Caller): SQL {
  const grant = can(caller.actor, 'case.create');
  if (grant === 'never') return sql`false`;
  const hospital = sql`${userGroups.type} = 'hospital'`;
  if (grant.scopes.includes('all')) return hospital;
  const served = grant.scopes.includes('assigned-hospitals')
    ? caller.actor.assigned_group_ids
    : [caller.actor.user_group_id];
  return served.length === 0 ? sql`false` : sql`${hospital} and ${userGroups.id} in ${[...served]}`;
}

function institutionCondition(caller: Caller): SQL {
  const grant = can(caller.actor, 'institution.read');
  if (grant === 'never') throw new Refusal('auth/role-never');
  return scopeSql(conditionOf('institution', caller.actor, grant), institutionColumns);
}

export type FacilityQuery = {
  readonly type?: readonly GroupType[] | undefined;
  readonly for_upload?: boolean | undefined;
  readonly language: Language;
};

export async function listFacilities(db: Db, caller: Caller, { type, for_upload, language }: FacilityQuery) {
  const rows = await db
    .select()
    .from(userGroups)
    .where(
      and(
        for_upload === true ? uploadCondition(caller) : institutionCondition(caller),
        type === undefined ? undefined : inArray(userGroups.type, [...type]),
        isNull(userGroups.deleted_at),
      ),
    )
    .orderBy(nameOrder(userGroups.name, language), asc(userGroups.id));
  return rows.map((row) => ({
    ...groupName.parse(row),
    agree_type: agreeType.parse(row.agree_type),
    time_zone: row.time_zone,
  }));
}

/** Returns one row for each role and each type of group that the role may belong to. */
export function listRoles(group_type: GroupType | undefined) {
  return roleKeys.flatMap((key) =>
    roles[key].group_types
      .filter((type) => group_type === undefined || type === group_type)
      .map((type) => roleView(key, type)),
  );
}

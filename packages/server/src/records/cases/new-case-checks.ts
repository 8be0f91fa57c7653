/** Checks what a new case needs, created by form or by upload: its hospital and the patient's dates. */
import { dateFaults, type PatientDates } from '@rhythmdesk/domain/case/patient-dates';
import { messageKeyOf } from '@rhythmdesk/domain/kit/refusal';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { can } from '@rhythmdesk/domain/people/can';
import { conditionOf, holds } from '@rhythmdesk/domain/people/scope';
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Returns the hospital of a new case: the caller's own, or another one that the permission covers. */
export async function hospitalFor(tx: Queryable, caller: Asking, requested: number | undefined) {
  const grant = can(caller.actor, 'case.create');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const own = caller.user_group.type === 'hospital' ? caller.user_group.id : undefined;
  const hospital_id = requested ?? own;
  if (hospital_id === undefined) {
    throw new Refusal('input/field-missing', { fields: { hospital_id: 'refusal.input.field-missing' } });
  }
  const [hospital] = await tx
    .select()
    .from(userGroups)
    .where(
      and(eq(userGroups.id, hospital_id), eq(userGroups.type, 'hospital'), isNull(userGroups.deleted_at)),
    );
  const facts = {
    hospital_id,
    tech_center_id: hospital?.tech_center_id ?? null,
    technician_id: null,
    technician_group_id: null,
    confirmer_id: null,
    uploader_group_id: null,
  };
  if (hospital === undefined || !holds(conditionOf('case', caller.actor, grant), facts)) {
    throw new Refusal('object/not-found');
  }
  return hospital;
}

/** Refuses dates that no patient can have; the check covers all dates that the case will have after the change. */
export function proveDates(dates: PatientDates, hospital: { readonly time_zone: string }, now: Date): void {
  const faults = dateFaults(dates, dateIn(hospital.time_zone, now.getTime()));
  const [first] = faults;
  if (first === undefined) return;
  const fields = faults.map(({ field, code }): [string, string] => [field, messageKeyOf(code)]);
  throw new Refusal(first.code, { fields: Object.fromEntries(fields) });
}

/** Returns the hospital of a new case if the caller may create one there with these dates. */
export async function requireNewCase(
  db: Queryable,
  caller: Asking,
  requested: { readonly hospital_id: number | undefined; readonly dates: PatientDates },
  now: Date,
) {
  const hospital = await hospitalFor(db, caller, requested.hospital_id);
  proveDates(requested.dates, hospital, now);
  return hospital;
}

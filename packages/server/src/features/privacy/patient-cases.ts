/** Reads the cases of one patient of a hospital that were not erased, with what decides about their erasure. */
import { reportUntil } from '@rhythmdesk/domain/privacy/erasure';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type PatientKey = { readonly hospital_id: number; readonly patient_id: string };

/** How long reports stay, and the present time. */
export type ReportRetention = { readonly report_years: number; readonly now: Date };

/** Statuses in which somebody works on a case. */
const inWork = sql`${cases.closed_at} is null and ${cases.status} in ('assigned', 'start', 'review', 'edit')`;

/** Refuses if the hospital has no such patient, or if the patient was erased. */
export async function readPatientCases(
  db: Queryable,
  { hospital_id, patient_id }: PatientKey,
  { report_years, now }: ReportRetention,
) {
  const rows = await db
    .select({
      row: cases,
      hospital_name: userGroups.name,
      time_zone: userGroups.time_zone,
      open: sql<boolean>`${inWork}`,
      released_at: sql<string | null>`(select max(v.released_at) from report_versions v
        where v.case_id = ${cases.case_id})`,
    })
    .from(cases)
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .where(and(eq(cases.hospital_id, hospital_id), eq(cases.patient_id, patient_id), isNull(cases.erased_at)))
    .orderBy(asc(cases.case_id));
  if (rows.length === 0) throw new Refusal('object/not-found');
  return rows.map(({ released_at, ...each }) => ({
    ...each,
    report_until: reportUntil(released_at === null ? null : new Date(released_at), report_years, {
      ...{ now, time_zone: each.time_zone },
    }),
  }));
}

export type PatientCase = Awaited<ReturnType<typeof readPatientCases>>[number];

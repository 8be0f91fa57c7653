/**
 * Finds the case of the patient that a call names. Name, birth date and patient ID must match; on any mismatch the
 * patient is not found, so that the answer reveals nothing about existing patients (specification, section 8: 404 on a
 * patient request).
 */
import { isNameOf } from '@rhythmdesk/domain/agreement/agreement-rules';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import type { AgreementDependencies } from './agreement-dependencies.ts';

type PatientCandidate = {
  readonly name: string;
  readonly birthday: string;
  readonly patient_id: string;
  readonly case_id?: number | undefined;
};

const unknown = new Refusal('object/not-found');

function isPatient({ row }: CaseRecord, { name, birthday, patient_id }: PatientCandidate): boolean {
  return row.patient_id === patient_id && row.birth_date === birthday && isNameOf(row, name);
}

/** Returns the newest open case of the caller's hospital with this patient ID. */
async function newestCase(
  { db }: AgreementDependencies,
  caller: Caller,
  patient_id: string,
): Promise<number> {
  const [found] = await db
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(
      and(
        eq(cases.patient_id, patient_id),
        eq(cases.hospital_id, caller.user_group.id),
        isNull(cases.closed_at),
        isNull(cases.confirmed_date),
      ),
    )
    .orderBy(desc(cases.case_id))
    .limit(1);
  if (found === undefined) throw unknown;
  return found.case_id;
}

export async function findPatient(
  dependencies: AgreementDependencies,
  caller: Caller,
  named: PatientCandidate,
): Promise<CaseRecord> {
  const case_id = named.case_id ?? (await newestCase(dependencies, caller, named.patient_id));
  const record = await seenCase(dependencies.db, caller, case_id, 'agreement.write');
  if (!isPatient(record, named)) throw unknown;
  return record;
}

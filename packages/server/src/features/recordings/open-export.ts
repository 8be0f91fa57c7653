/** Opens a case for an export: checks who may export its signal, and returns the patient as this caller sees them. */
import { genders } from '@rhythmdesk/domain/case/status';
import { may } from '@rhythmdesk/domain/people/can';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import type { EdfPatient } from '@rhythmdesk/ecg/formats/edf-identity';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { StudySource } from '../../records/dicom/study-elements.ts';
import { studySource } from '../../records/dicom/study-source.ts';
import { seenCase } from '../../records/cases/seen-case.ts';

export type ExportCase = {
  readonly hn_id: string;
  /** IANA name of the hospital's time zone. */
  readonly time_zone: string;
  readonly processing: boolean;
  readonly patient: EdfPatient;
  readonly study: StudySource | null;
};

export const sexes = { male: 'M', female: 'F', other: null } as const;
const genderWord = z.enum(genders).nullable();

type PatientFields = Readonly<
  Record<'patient_id' | 'gender' | 'birth_date' | 'patient_first_name' | 'patient_last_name', string | null>
>;

/** Returns the patient of a header. */
export function patientOf(row: PatientFields, masked: boolean): EdfPatient {
  const gender = genderWord.parse(row.gender);
  const name = [row.patient_last_name, row.patient_first_name].filter((part) => part !== null).join(' ');
  return {
    code: row.patient_id,
    sex: gender === null ? null : sexes[gender],
    birth_date: masked ? null : row.birth_date,
    name: masked || name === '' ? null : name,
  };
}

/**
 * A case out of scope is refused without a reason; a caller who sees the case but may not have its signal is refused as
 * well.
 */
export async function openExport(db: Db, caller: Caller, case_id: number): Promise<ExportCase> {
  const record = await seenCase(db, caller, case_id, 'case.read');
  const { row, hospital, facts } = record;
  if (!may('case', caller.actor, 'file.signal', facts)) throw new Refusal('case/not-yours');
  const { masked, patient } = patientFor(caller.actor, row);
  return {
    hn_id: row.hn_id,
    time_zone: hospital.time_zone,
    processing: row.job_count > 0,
    study: masked ? null : await studySource(db, record),
    patient: patientOf({ ...row, ...patient }, masked),
  };
}

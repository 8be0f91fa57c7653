/** Reads what the DICOM objects of a case share. */
import type { Queryable } from '../../platform/db/database.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { installation } from '../../platform/db/schema/operations.ts';
import type { CaseRecord } from '../cases/case-record.ts';
import { orderOf } from '../partners/order-of-case.ts';
import type { StudySource } from './study-elements.ts';

async function installationOf(db: Queryable): Promise<string> {
  const [row] = await db.select().from(installation);
  if (row === undefined) throw new Error('an installation without its id');
  return row.installation_id;
}

/** Returns the same for every caller, also for those who do not see the orders of the case. */
export async function studySource(
  db: Queryable,
  { row, hospital, center }: CaseRecord,
): Promise<StudySource> {
  const { case_id, hn_id } = row;
  const order = await inScope(everything, () => orderOf(db, case_id, null));
  return {
    ...{ case_id, hn_id },
    installation_id: await installationOf(db),
    order_number: order?.order_number ?? '',
    patient: {
      patient_id: row.patient_id,
      last_name: row.patient_last_name,
      first_name: row.patient_first_name,
      birth_date: row.birth_date,
      gender: row.gender,
    },
    time_zone: hospital.time_zone,
    begun_at: row.recording_start ?? row.created_at,
    institution: center?.name ?? hospital.name,
  };
}

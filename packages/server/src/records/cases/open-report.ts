/** Opens a case for its report in progress: only for users of the center who see its patient. */
import { patientFor } from '@rhythmdesk/domain/people/masking';
import { readerOf } from '@rhythmdesk/domain/report/versions';
import type { Queryable } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from './case-record.ts';
import { seenCase, type Viewer } from './seen-case.ts';

export async function openReport(db: Queryable, caller: Viewer, case_id: number): Promise<CaseRecord> {
  const record = await seenCase(db, caller, case_id, 'file.report');
  const { masked } = patientFor(caller.actor, record.row);
  if (masked || readerOf(caller.actor.group_type) !== 'center') throw new Refusal('case/not-yours');
  return record;
}

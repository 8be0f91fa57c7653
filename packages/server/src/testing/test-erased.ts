/** Erases the patient of a case as the job does it in the database, for tests of what an erased case still shows. */
import { eq } from 'drizzle-orm';
import type { Db } from '../platform/db/database.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { caseErasures, patientErasures } from '../platform/db/schema/erasures.ts';

/** The released report stays until 2099. */
export async function erasePatientOf(db: Db, case_id: number, requested_by: number): Promise<void> {
  const at = new Date();
  await inScope(everything, async () => {
    const [row] = await db
      .select({ hospital_id: cases.hospital_id })
      .from(cases)
      .where(eq(cases.case_id, case_id));
    if (row === undefined) throw new Error('the case does not exist');
    const [made] = await db
      .insert(patientErasures)
      .values({
        ...{ ...row, pseudonym: `ERASED-${String(case_id)}`, case_ids: [case_id], reason: 'request' },
        ...{ counts: {}, requested_by, requested_at: at },
      })
      .returning({ erasure_id: patientErasures.erasure_id });
    if (made === undefined) throw new Error('the erasure was not written');
    await db.insert(caseErasures).values({
      ...{ case_id, erasure_id: made.erasure_id, report_until: '2099-01-01' },
      ...{ counts: {}, files: [], erased_at: at },
    });
  });
}

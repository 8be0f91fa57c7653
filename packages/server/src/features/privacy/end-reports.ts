/** Removes the released reports of erased patients whose retention is over. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { reportErasures } from '../../platform/db/schema/erasures.ts';
import { transact } from '../../platform/db/transact.ts';
import { z } from 'zod';

const dueRow = z.object({ case_id: z.coerce.number() });
const mostAtOnce = 500;

/** The nightly sweep removes the files, which no row names any more. Returns the number of cases. */
export async function endReports(db: Db, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    const { rows } = await tx.execute(sql`select e.case_id from case_erasures e
      join cases c on c.case_id = e.case_id join user_groups h on h.id = c.hospital_id
      where e.report_until < (${now.toISOString()}::timestamptz at time zone h.time_zone)::date
        and not exists (select 1 from report_erasures r where r.case_id = e.case_id) limit ${mostAtOnce}`);
    const due = rows.map((row) => dueRow.parse(row).case_id);
    if (due.length === 0) return 0;
    const values = due.map((case_id) => ({ case_id, erased_at: now }));
    await tx.insert(reportErasures).values(values).onConflictDoNothing();
    return due.length;
  });
}

/** Returns the critical findings of a case for its report: the open and the acknowledged ones, in the order of time. */
import { reportDocument, type ReportDocument } from '@rhythmdesk/contract/report-document';
import { reportedStates } from '@rhythmdesk/domain/critical/critical-states';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';

const stored = reportDocument.shape.critical;

/** Rejected and withdrawn findings are not part of the report. */
export async function reportedFindings(db: Queryable, case_id: number): Promise<ReportDocument['critical']> {
  const { rule, kind, state, start_sample, seconds, bpm, acknowledged_at, acknowledged_name } =
    criticalFindings;
  const rows = await db
    .select({ rule, kind, state, start_sample, seconds, bpm, acknowledged_at, acknowledged_name })
    .from(criticalFindings)
    .where(and(eq(criticalFindings.case_id, case_id), inArray(criticalFindings.state, reportedStates)))
    .orderBy(asc(start_sample), asc(criticalFindings.finding_id));
  return stored.parse(
    rows.map((row) => ({ ...row, acknowledged_at: row.acknowledged_at?.toISOString() ?? null })),
  );
}

/** Reads rows of cases without the results that are hidden from callers who may still make a second reading of them. */
import { underWayStates } from '@rhythmdesk/domain/critical/critical-states';
import { and, eq, inArray, min } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { readListedCases } from '../../records/cases/listed-case.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import { caseRowOf } from './case-answer.ts';

type Row = ReturnType<typeof caseRowOf>;

const nothing = {
  ...{ severity: 'none', af_share: null, ve_count: null, pause_count: null },
  results_hidden: true,
} as const satisfies Partial<Row>;

/**
 * Returns the first deadlines of critical findings that come from the analysis alone. Findings of the first reader stay
 * hidden.
 */
async function duesOfAnalysis(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { case_id, due_at, reading_sequence, state } = criticalFindings;
  const rows = await db
    .select({ case_id, due_at: min(due_at) })
    .from(criticalFindings)
    .where(and(inArray(case_id, [...ids]), eq(reading_sequence, 0), inArray(state, [...underWayStates])))
    .groupBy(case_id);
  return new Map(
    rows.flatMap((row) => (row.due_at === null ? [] : [[row.case_id, row.due_at.toISOString()]])),
  );
}

/** Returns the listed cases of these ids with their rows, in the order of the ids. */
export async function readCaseRows(db: Queryable, caller: Asking, ids: readonly number[], now: Date) {
  const [records, hidden] = await Promise.all([readListedCases(db, ids), hiddenCases(db, caller.actor, ids)]);
  const rows = records.map((record) => ({ record, row: caseRowOf(record, caller, record.joined, now) }));
  const critical = rows.filter(({ row }) => row.critical_due_at !== null && hidden.includes(row.case_id));
  const dues = await duesOfAnalysis(
    db,
    critical.map(({ row }) => row.case_id),
  );
  return rows.map(({ record, row }) => {
    if (!hidden.includes(row.case_id)) return { record, row };
    return { record, row: { ...row, ...nothing, critical_due_at: dues.get(row.case_id) ?? null } };
  });
}

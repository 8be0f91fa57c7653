/** Rows of cases without what is hidden from a caller who may still read them a second time. */
import type { Queryable } from '../../platform/db/database.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { readListedCases } from '../../records/cases/listed-case.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import { caseRowOf } from './case-answer.ts';

type Row = ReturnType<typeof caseRowOf>;

const nothing = {
  ...{ severity: 'none', af_share: null, ve_count: null, pause_count: null },
  results_hidden: true,
} as const satisfies Partial<Row>;

/** The listed cases of these ids with their rows, in the order of the ids. */
export async function readRows(db: Queryable, caller: Asking, ids: readonly number[], now: Date) {
  const [records, hidden] = await Promise.all([readListedCases(db, ids), hiddenCases(db, caller.actor, ids)]);
  return records.map((record) => {
    const row = caseRowOf(record, caller, record.joined, now);
    return { record, row: hidden.includes(row.case_id) ? { ...row, ...nothing } : row };
  });
}

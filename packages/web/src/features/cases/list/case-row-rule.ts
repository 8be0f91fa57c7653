/** Decides how two versions of a row of a case list compare. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { RowRule } from '../../../ui/list/live-list.ts';

/** A newer version updates a row; the start or end of a job, and a critical finding, count as changes too. */
export const caseRowRule: RowRule<CaseRow, number> = {
  key: ({ case_id }) => case_id,
  isOlder: (row, than) => row.version < than.version,
  isChanged: (row, from) =>
    row.version > from.version ||
    row.processing !== from.processing ||
    row.critical_due_at !== from.critical_due_at,
};

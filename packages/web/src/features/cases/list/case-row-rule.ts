/** How two answers for one row of a case list compare. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { RowRule } from '../../../ui/list/live-list.ts';

/** A row is renewed by its version; work that begins or ends on it, or that something in it is critical, is a change too. */
export const caseRowRule: RowRule<CaseRow, number> = {
  key: ({ case_id }) => case_id,
  isOlder: (row, than) => row.version < than.version,
  isChanged: (row, from) =>
    row.version > from.version ||
    row.processing !== from.processing ||
    row.critical_due_at !== from.critical_due_at,
};

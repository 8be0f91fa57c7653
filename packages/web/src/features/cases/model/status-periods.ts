/**
 * The history as a timeline: rows in the order they happened, gathered into periods of one status.
 *
 * A period begins where the status changes and holds everything that happened until the next change; its time is
 * from its beginning to the next one's, or to now for the last one of a case that still goes on. Example: `create`
 * and three edits in `ready`, then `request`: two periods. Law: the times of all periods add up to the whole.
 */
import type { HistoryRow } from '@rhythmdesk/contract/cases';
import { finishedStatus, type CaseStatus } from '@rhythmdesk/domain/case/status';

export type StatusPeriod = {
  readonly status: CaseStatus;
  readonly start_ms: number;
  /** Null while the case rests there for good: it is completed or closed. */
  readonly spent_ms: number | null;
  readonly rows: readonly HistoryRow[];
};

const startOf = (row: HistoryRow): number => Date.parse(row.requested_date);

/** Does the case go on in its last status, so that its time there still grows? */
export function goesOn(rows: readonly HistoryRow[]): boolean {
  const last = rows.at(-1);
  return (
    last !== undefined && last.status !== finishedStatus && !rows.some(({ action }) => action === 'close')
  );
}

/** `rows` oldest first. */
export function statusPeriodsOf(rows: readonly HistoryRow[], nowMs: number): StatusPeriod[] {
  const groups: HistoryRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]?.status === row.status) group.push(row);
    else groups.push([row]);
  }
  const growing = goesOn(rows);
  return groups.flatMap((group, index): StatusPeriod[] => {
    const [first] = group;
    if (first === undefined) return [];
    const start_ms = startOf(first);
    const next = groups[index + 1]?.[0];
    const end = next === undefined ? (growing ? nowMs : null) : startOf(next);
    const spent_ms = end === null ? null : Math.max(0, end - start_ms);
    return [{ status: first.status, start_ms, spent_ms, rows: group }];
  });
}

/** From the first row to the end of the last period that has one. */
export function wholeMs(periods: readonly StatusPeriod[]): number {
  return periods.reduce((sum, { spent_ms }) => sum + (spent_ms ?? 0), 0);
}

/**
 * Turns the history into a timeline: rows in chronological order, grouped into periods of one status.
 *
 * A period begins where the status changes and contains everything until the next change. Its duration ends with the
 * next period's beginning, or now for the last one of an unfinished case. Example: `create` and three edits in `ready`,
 * then `request`: two periods. Invariant: the durations of all periods add up to the whole.
 */
import type { HistoryRow } from '@rhythmdesk/contract/case-talk';
import { finishedStatus, type CaseStatus } from '@rhythmdesk/domain/case/status';

export type StatusPeriod = {
  readonly status: CaseStatus;
  readonly start_ms: number;
  /** Null in a final status: the case is completed or closed. */
  readonly spent_ms: number | null;
  readonly rows: readonly HistoryRow[];
};

const startOf = (row: HistoryRow): number => Date.parse(row.requested_date);

/** Returns whether the case is unfinished, so that the time in its last status still grows. */
export function isUnfinished(rows: readonly HistoryRow[]): boolean {
  const last = rows.at(-1);
  return (
    last !== undefined && last.status !== finishedStatus && !rows.some(({ action }) => action === 'close')
  );
}

/** `rows`: oldest first. */
export function statusPeriodsOf(rows: readonly HistoryRow[], nowMs: number): StatusPeriod[] {
  const groups: HistoryRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]?.status === row.status) group.push(row);
    else groups.push([row]);
  }
  const growing = isUnfinished(rows);
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

/** Measures the time from the first row to the end of the last period that has an end. */
export function wholeMs(periods: readonly StatusPeriod[]): number {
  return periods.reduce((sum, { spent_ms }) => sum + (spent_ms ?? 0), 0);
}

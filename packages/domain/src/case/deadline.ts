/**
 * Calculates when a report is due and how close the due time is. The center sets the turnaround in hours for each
 * priority; it starts at the request. Times are Unix milliseconds. Source: decisions, section 3.
 */
import { hourMs } from '../kit/calendar.ts';
import { type CaseStatus, type Priority, firstStatus, isAnswered } from './status.ts';

export type TurnaroundHours = Readonly<Record<Priority, number>>;
export const defaultTurnaroundHours = { normal: 72, urgent: 24 } as const satisfies TurnaroundHours;
const dueSoonHours = 4;

export function dueMs(requestedMs: number, priority: Priority, turnaround: TurnaroundHours): number {
  return requestedMs + turnaround[priority] * hourMs;
}

export type DueState = 'none' | 'over' | 'due-soon' | 'on-time' | 'done';

/** Returns `done` once the first report was given or the case is closed; `none` before the request. */
export function dueStateOf(
  facts: { readonly status: CaseStatus; readonly closed: boolean; readonly due_ms: number | null },
  nowMs: number,
): DueState {
  if (facts.closed || isAnswered(facts.status)) return 'done';
  if (facts.due_ms === null || facts.status === firstStatus) return 'none';
  const leftMs = facts.due_ms - nowMs;
  if (leftMs < 0) return 'over';
  return leftMs < dueSoonHours * hourMs ? 'due-soon' : 'on-time';
}

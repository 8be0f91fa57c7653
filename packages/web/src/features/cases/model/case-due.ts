/**
 * Computes the time column of a case: overdue, due soon, due later, done at a time, or nothing before it is requested.
 */
import { correctionStatus } from '@rhythmdesk/domain/case/status';
import { dueStateOf } from '@rhythmdesk/domain/case/deadline';
import type { CaseRow } from '@rhythmdesk/contract/cases';

export type DueFacts = Pick<
  CaseRow,
  'status' | 'closed' | 'report_due_date' | 'confirmed_date' | 'edit_started_at'
>;

type CaseDue =
  | { kind: 'none' }
  | { kind: 'done'; atMs: number }
  /** An open correction: how long it has been waiting. */
  | { kind: 'waiting'; sinceMs: number; spanMs: number }
  | { kind: 'over' | 'soon' | 'later'; dueMs: number; spanMs: number };

export function caseDue(facts: DueFacts, nowMs: number): CaseDue {
  if (facts.status === correctionStatus && !facts.closed && facts.edit_started_at !== null) {
    const sinceMs = Date.parse(facts.edit_started_at);
    return { kind: 'waiting', sinceMs, spanMs: Math.max(0, nowMs - sinceMs) };
  }
  const dueMs = facts.report_due_date === null ? null : Date.parse(facts.report_due_date);
  const state = dueStateOf({ status: facts.status, closed: facts.closed, due_ms: dueMs }, nowMs);
  if (state === 'done') {
    return facts.confirmed_date === null
      ? { kind: 'none' }
      : { kind: 'done', atMs: Date.parse(facts.confirmed_date) };
  }
  if (state === 'none' || dueMs === null) return { kind: 'none' };
  const kind = state === 'over' ? 'over' : state === 'due-soon' ? 'soon' : 'later';
  return { kind, dueMs, spanMs: Math.abs(dueMs - nowMs) };
}

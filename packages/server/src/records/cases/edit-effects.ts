/** Converts the side effects of a change of the reading, the report or the priority into changes of the case. */
import { dueMs } from '@rhythmdesk/domain/case/deadline';
import type { EditEffect } from '@rhythmdesk/domain/case/edits';
import type { Priority } from '@rhythmdesk/domain/case/status';
import type { CaseRecord } from './case-record.ts';
import type { CaseChange } from './save-case.ts';

const effectColumns: Readonly<Record<EditEffect, (now: Date) => CaseChange>> = {
  'clear-verified': () => ({ verified_at: null }),
  'mark-edit-saved': (now) => ({ edit_saved_at: now }),
};

export function changeOfEffects(effects: readonly EditEffect[], now: Date): CaseChange {
  const change: CaseChange = {};
  for (const effect of effects) Object.assign(change, effectColumns[effect](now));
  return change;
}

/** Moves the due date if the priority changes after the request. */
export function dueWith(record: CaseRecord, priority: Priority | undefined): CaseChange {
  const { requested_date } = record.row;
  if (priority === undefined || requested_date === null || record.center === null) return {};
  const { turnaround_normal_h: normal, turnaround_urgent_h: urgent } = record.center;
  return { report_due_date: new Date(dueMs(requested_date.getTime(), priority, { normal, urgent })) };
}

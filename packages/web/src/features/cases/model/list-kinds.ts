/**
 * Defines the three case lists with their default views, columns and order. Their names are those of the preferences.
 */
import type { CaseView, caseSortKeys } from '@rhythmdesk/contract/cases';
import { type CaseColumnId, shownColumns } from './column-table.ts';

export type ListKind = {
  readonly name: 'worklist' | 'admin_cases' | 'institution_cases';
  readonly views: readonly CaseView[];
  readonly columns: readonly CaseColumnId[];
  readonly sort: (typeof caseSortKeys)[number];
  /** The default shows only the open cases. */
  readonly openOnly: boolean;
  readonly preview: boolean;
  readonly shown: typeof shownColumns;
};

export const worklist: ListKind = {
  name: 'worklist',
  views: ['all', 'mine', 'unassigned', 'overdue', 'in_review', 'completed_today'],
  columns: [
    'hn_id',
    'patient_name',
    'hospital',
    'sparkline',
    'recording_seconds',
    'status',
    'severity',
    'technician',
    'report_due_date',
  ],
  sort: 'report_due_date',
  openOnly: true,
  preview: true,
  shown: shownColumns,
};

export const adminList: ListKind = {
  name: 'admin_cases',
  views: ['all', 'unassigned', 'in_progress', 'overdue', 'in_review', 'correction', 'completed_today'],
  columns: worklist.columns,
  sort: 'report_due_date',
  openOnly: true,
  preview: false,
  shown: shownColumns,
};

export const institutionList: ListKind = {
  name: 'institution_cases',
  views: ['all', 'ready', 'in_progress', 'correction', 'overdue', 'completed'],
  columns: [
    'hn_id',
    'patient_name',
    'recording_start',
    'recording_seconds',
    'sparkline',
    'status',
    'severity',
    'technician',
    'report_due_date',
  ],
  // The cases just sent are on top.
  sort: '-created_at',
  openOnly: false,
  preview: false,
  shown: shownColumns,
};

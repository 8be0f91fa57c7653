/**
 * Defines every column of a case list: width, alignment and sort key. The HN ID is always visible; the user chooses the
 * others. A sort key of null cannot be sent to the server.
 */
import type { CaseSort } from '@rhythmdesk/contract/cases';
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { knownColumns } from '../../../ui/list/columns.ts';

export type ColumnFacts = {
  readonly widthPx: number;
  /** Takes the remaining width. */
  readonly grows?: true;
  readonly right?: true;
  readonly sort: CaseSort | null;
};

const columnTable = {
  hn_id: { widthPx: 102, sort: 'hn_id' },
  patient_name: { widthPx: 138, grows: true, sort: 'patient_name' },
  hospital: { widthPx: 106, grows: true, sort: 'hospital' },
  recording_start: { widthPx: 124, sort: 'recording_start' },
  sparkline: { widthPx: 122, sort: null },
  recording_seconds: { widthPx: 80, right: true, sort: 'recording_seconds' },
  status: { widthPx: 126, sort: 'status' },
  severity: { widthPx: 96, sort: 'severity' },
  technician: { widthPx: 58, sort: 'technician' },
  report_due_date: { widthPx: 136, right: true, sort: 'report_due_date' },
  af_share: { widthPx: 88, right: true, sort: 'af_share' },
  ve_count: { widthPx: 84, right: true, sort: 've_count' },
  pause_count: { widthPx: 84, right: true, sort: 'pause_count' },
  requested_date: { widthPx: 124, sort: 'requested_date' },
  confirmed_date: { widthPx: 124, sort: 'confirmed_date' },
  patient_id: { widthPx: 104, sort: null },
  tech_center: { widthPx: 150, sort: null },
  team: { widthPx: 120, sort: null },
  confirmer: { widthPx: 110, sort: null },
  comment_count: { widthPx: 92, right: true, sort: null },
} as const satisfies Record<string, ColumnFacts>;

export type CaseColumnId = keyof typeof columnTable;
export const columnIds = Object.keys(columnTable).filter(isColumnId);

export function isColumnId(text: string): text is CaseColumnId {
  return Object.hasOwn(columnTable, text);
}

export function columnFacts(id: CaseColumnId): ColumnFacts {
  return columnTable[id];
}

/**
 * Returns the columns that a user may choose; how a center divides its work among its teams is not visible to
 * everybody.
 */
export const columnsFor = (user: Parameters<typeof seesTeams>[0]): readonly CaseColumnId[] =>
  seesTeams(user) ? columnIds : columnIds.filter((id) => id !== 'team');

/** Returns the chosen columns in their order, always with the HN ID. */
export const shownColumns = (chosen: readonly string[]): readonly CaseColumnId[] =>
  knownColumns(chosen, columnIds, 'hn_id');

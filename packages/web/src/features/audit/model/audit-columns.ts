/** Defines every column of the audit log. The time is always visible. */
import { knownColumns } from '../../../ui/list/columns.ts';
import type { ColumnFacts } from '../../../ui/list/grid-columns.tsx';
import type { RememberedList } from '../../../ui/list/use-list-preference.ts';

const columnTable = {
  at: { widthPx: 190, sorts: true },
  user: { widthPx: 140, grows: true },
  role: { widthPx: 108 },
  group: { widthPx: 150, grows: true },
  action: { widthPx: 190, grows: true },
  case: { widthPx: 112 },
  patient: { widthPx: 170, grows: true },
  reason: { widthPx: 150, grows: true },
  address: { widthPx: 122 },
  request: { widthPx: 148 },
  hospital: { widthPx: 150, grows: true },
} as const satisfies Record<string, ColumnFacts>;

export type AuditColumnId = keyof typeof columnTable;
const isColumnId = (text: string): text is AuditColumnId => Object.hasOwn(columnTable, text);
export const everyColumn: readonly AuditColumnId[] = Object.keys(columnTable).filter(isColumnId);

export const columnFacts = (id: AuditColumnId): ColumnFacts => columnTable[id];

export const auditList: RememberedList<AuditColumnId> = {
  name: 'audit',
  columns: everyColumn.filter((id) => id !== 'hospital' && id !== 'request'),
  preview: false,
  shown: (chosen: readonly string[]) => knownColumns(chosen, everyColumn, 'at'),
};

/** Defines every column of the list of users. The name is always visible. */
import { knownColumns } from '../../../ui/list/columns.ts';
import type { ColumnFacts } from '../../../ui/list/grid-columns.tsx';
import type { RememberedList } from '../../../ui/list/use-list-preference.ts';

const columnTable = {
  name: { widthPx: 164, grows: true, sorts: true },
  user_id: { widthPx: 120, sorts: true },
  user_role: { widthPx: 112 },
  user_group: { widthPx: 164, grows: true },
  flag: { widthPx: 184 },
  email: { widthPx: 190, grows: true },
  created_at: { widthPx: 116, sorts: true },
  last_sign_in_at: { widthPx: 136, right: true, sorts: true },
} as const satisfies Record<string, ColumnFacts>;

export type UserColumnId = keyof typeof columnTable;

export const everyColumn = Object.keys(columnTable).filter(isColumnId);

function isColumnId(text: string): text is UserColumnId {
  return Object.hasOwn(columnTable, text);
}

export function columnFacts(id: UserColumnId): ColumnFacts {
  return columnTable[id];
}

export const usersList: RememberedList<UserColumnId> = {
  name: 'users',
  columns: ['name', 'user_id', 'user_role', 'user_group', 'flag', 'last_sign_in_at'],
  preview: true,
  shown: (chosen) => knownColumns(chosen, everyColumn, 'name'),
};

/** Exports the users as a spreadsheet, filtered and sorted like the list. */
import type { UserRow, userRoutes } from '@rhythmdesk/contract/users';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { and } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { countRows, idsInOrder } from '../../../platform/db/sorted-page.ts';
import {
  batchesOf,
  type CellKind,
  type SheetCell,
  type SheetOrder,
  type SheetSource,
} from '../../../platform/spreadsheet/sheet-plan.ts';
import { exportedColumns, userWords, type ExportedColumn } from './user-words.ts';
import { readUsers, type RowContext } from './user-list.ts';
import { sortedUsers, userFilterSql, usersReached } from './user-query.ts';

type CellOf = (row: UserRow, language: Language) => SheetCell;

const cells: Readonly<Record<ExportedColumn, CellOf>> = {
  name: (row) => row.name,
  user_id: (row) => row.user_id,
  role: (row, language) => userWords[language].roles[row.user_role.role_key],
  user_group: (row) => row.user_group.name,
  email: (row) => row.email,
  flag: (row, language) => userWords[language].flags[row.flag],
  last_sign_in_at: (row) => row.last_sign_in_at,
  created_at: (row) => row.created_at,
};

const kinds: Partial<Readonly<Record<ExportedColumn, CellKind>>> = {
  last_sign_in_at: 'instant',
  created_at: 'instant',
};

export async function usersSheet(
  db: Db,
  { caller, input, language }: SheetOrder<typeof userRoutes.exportUsers>,
  context: Omit<RowContext, 'namesOnly'>,
): Promise<SheetSource> {
  const { sort, ...filter } = input;
  const where = and(usersReached(caller, 'user.write'), userFilterSql(filter, false));
  const sorted = sortedUsers(where, { sort, language });
  const total = await countRows(db, sorted);
  const { sheet, heads } = userWords[language];
  return {
    name: sheet,
    filename: `users-${dateIn(caller.user_group.time_zone, context.now.getTime())}.xlsx`,
    time_zone: caller.user_group.time_zone,
    columns: exportedColumns.map((column) => ({
      head: heads[column],
      width: column === 'email' || column === 'user_group' ? 30 : 22,
      kind: kinds[column] ?? 'text',
    })),
    total,
    batches: (signal) =>
      batchesOf(
        () => idsInOrder(db, sorted, { size: Math.max(1, total), offset: 0 }),
        signal,
        async (ids) => {
          const rows = await readUsers(db, ids, { ...context, namesOnly: false });
          return { rows: rows.map((row) => exportedColumns.map((column) => cells[column](row, language))) };
        },
      ),
  };
}

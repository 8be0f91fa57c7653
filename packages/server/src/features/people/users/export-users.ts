/** The users as a spreadsheet: filtered and sorted exactly like the list. */
import type { UserRow, userRoutes } from '@rhythmdesk/contract/users';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { and } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import type { BinaryReply, Call } from '../../../platform/http/handler.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { sheetRowLimit, writeSheet, type SheetCell } from '../../../platform/spreadsheet/sheet.ts';
import { exportedColumns, userWords, type ExportedColumn } from './user-words.ts';
import { readUsers, type RowContext } from './user-list.ts';
import { countUsers, userFilterSql, userIds, usersReached } from './user-query.ts';

type ExportCall = Call<(typeof userRoutes)['exportUsers']>;
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

const batch = 1000;

async function readCells(db: Db, ids: readonly number[], call: ExportCall, context: RowContext) {
  const rows: SheetCell[][] = [];
  for (let start = 0; start < ids.length; start += batch) {
    call.signal.throwIfAborted();
    for (const row of await readUsers(db, ids.slice(start, start + batch), context))
      rows.push(exportedColumns.map((column) => cells[column](row, call.language)));
  }
  return rows;
}

export async function exportUsers(
  db: Db,
  call: ExportCall,
  context: Omit<RowContext, 'namesOnly'>,
): Promise<BinaryReply> {
  const { sort, ...filter } = call.input;
  const where = and(usersReached(call.caller, 'user.write'), userFilterSql(filter, false));
  const total = await countUsers(db, where);
  if (total > sheetRowLimit) throw new Refusal('export/too-large');
  const ids = await userIds(db, where, sort, { size: Math.max(1, total), offset: 0 });
  const rows = await readCells(db, ids, call, { ...context, namesOnly: false });
  const { sheet, heads } = userWords[call.language];
  const body = await writeSheet(
    {
      name: sheet,
      heads: exportedColumns.map((column) => heads[column]),
      widths: exportedColumns.map(() => 22),
      rows,
    },
    call.signal,
  );
  const filename = `users-${context.now.toISOString().slice(0, 10)}.xlsx`;
  return { body, size_bytes: body.byteLength, filename };
}

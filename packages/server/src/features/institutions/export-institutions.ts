/** The institutions as a spreadsheet: filtered and sorted exactly like the list. */
import type { institutionRoutes, InstitutionRow } from '@rhythmdesk/contract/institutions';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { and } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import type { BinaryReply, Call } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sheetRowLimit, writeSheet, type SheetCell } from '../../platform/spreadsheet/sheet.ts';
import { institutionColumns, institutionWords, type InstitutionColumn } from './export-texts.ts';
import { readInstitutions } from './institution-list.ts';
import { countInstitutions, filterSql, institutionIds, reachedBy } from './institution-query.ts';

type ExportCall = Call<(typeof institutionRoutes)['exportInstitutions']>;
type CellOf = (row: InstitutionRow, language: Language) => SheetCell;

const cells: Readonly<Record<InstitutionColumn, CellOf>> = {
  name: (row) => row.name,
  register_code: (row) => row.register_code,
  type: (row, language) => institutionWords[language].types[row.type],
  region: (row) => row.region,
  address: (row) => row.address,
  tech_center: (row) => row.tech_center?.name ?? null,
  charging_unit: (row) => row.charging_unit?.name ?? null,
  agree_type: (row) => row.agree_type,
  analysis_ratio: (row) => row.analysis_ratio,
  user_count: (row) => row.user_count,
  month_cases: (row) => row.month_cases,
  created_at: (row) => row.created_at,
};

const batch = 1000;

async function readCells(db: Db, ids: readonly number[], call: ExportCall, now: Date) {
  const rows: SheetCell[][] = [];
  for (let start = 0; start < ids.length; start += batch) {
    call.signal.throwIfAborted();
    for (const row of await readInstitutions(db, ids.slice(start, start + batch), call.caller, now)) {
      rows.push(institutionColumns.map((column) => cells[column](row, call.language)));
    }
  }
  return rows;
}

export async function exportInstitutions(db: Db, call: ExportCall, now: Date): Promise<BinaryReply> {
  const { sort, ...filter } = call.input;
  const where = and(reachedBy(call.caller, 'institution.administer'), filterSql(filter));
  const total = await countInstitutions(db, where);
  if (total > sheetRowLimit) throw new Refusal('export/too-large');
  const ids = await institutionIds(db, where, sort, { size: Math.max(1, total), offset: 0 });
  const rows = await readCells(db, ids, call, now);
  const { sheet, heads } = institutionWords[call.language];
  const body = await writeSheet(
    {
      name: sheet,
      heads: institutionColumns.map((column) => heads[column]),
      widths: institutionColumns.map(() => 20),
      rows,
    },
    call.signal,
  );
  return {
    body,
    size_bytes: body.byteLength,
    filename: `institutions-${now.toISOString().slice(0, 10)}.xlsx`,
  };
}

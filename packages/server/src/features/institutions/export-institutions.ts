/** Exports the institutions as a spreadsheet, filtered and sorted like the list. */
import type { institutionRoutes, InstitutionRow } from '@rhythmdesk/contract/institutions';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { and } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { countRows, idsInOrder } from '../../platform/db/sorted-page.ts';
import {
  batchesOf,
  type CellKind,
  type SheetCell,
  type SheetOrder,
  type SheetSource,
} from '../../platform/spreadsheet/sheet-plan.ts';
import { institutionColumns, institutionWords, type InstitutionColumn } from './export-texts.ts';
import { readInstitutions } from './institution-list.ts';
import { filterSql, reachedBy, sortedInstitutions } from './institution-query.ts';

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

const kinds: Partial<Readonly<Record<InstitutionColumn, CellKind>>> = {
  analysis_ratio: 'whole',
  user_count: 'whole',
  month_cases: 'whole',
  created_at: 'instant',
};
const widths: Partial<Readonly<Record<InstitutionColumn, number>>> = {
  ...{ name: 30, address: 40, type: 14, region: 14, agree_type: 12, analysis_ratio: 12, user_count: 9 },
  month_cases: 12,
};

export async function institutionsSheet(
  db: Db,
  { caller, input, language }: SheetOrder<typeof institutionRoutes.exportInstitutions>,
  now: Date,
): Promise<SheetSource> {
  const { sort, ...filter } = input;
  const where = and(reachedBy(caller, 'institution.administer'), filterSql(filter));
  const sorted = sortedInstitutions(where, { sort, language });
  const total = await countRows(db, sorted);
  const { sheet, heads } = institutionWords[language];
  return {
    name: sheet,
    filename: `institutions-${dateIn(caller.user_group.time_zone, now.getTime())}.xlsx`,
    time_zone: caller.user_group.time_zone,
    columns: institutionColumns.map((column) => ({
      head: heads[column],
      width: widths[column] ?? 22,
      kind: kinds[column] ?? 'text',
    })),
    total,
    batches: (signal) =>
      batchesOf(
        () => idsInOrder(db, sorted, { size: Math.max(1, total), offset: 0 }),
        signal,
        async (ids) => {
          const rows = await readInstitutions(db, ids, caller, now);
          return {
            rows: rows.map((row) => institutionColumns.map((column) => cells[column](row, language))),
          };
        },
      ),
  };
}

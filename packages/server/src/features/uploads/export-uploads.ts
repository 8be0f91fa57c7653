/** Exports the upload history as a spreadsheet, filtered, sorted and masked like the history. */
import type { uploadRoutes, UploadRow } from '@rhythmdesk/contract/uploads';
import { labelOf } from '@rhythmdesk/domain/case/status';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import type { Db } from '../../platform/db/database.ts';
import {
  batchesOf,
  type CellKind,
  type SheetCell,
  type SheetOrder,
  type SheetSource,
} from '../../platform/spreadsheet/sheet-plan.ts';
import { historyColumns, historyWords, type HistoryColumn } from './export-texts.ts';
import { historyQuery } from './history-query.ts';
import { countUploads, readUploads, uploadIds } from './upload-history.ts';

function tookSeconds({ state, created_at, finished_at }: UploadRow): number | null {
  if (state !== 'done' || finished_at === null) return null;
  return Math.round((Date.parse(finished_at) - Date.parse(created_at)) / 1000);
}

const cells: Readonly<Record<HistoryColumn, (row: UploadRow) => SheetCell>> = {
  sent: (row) => row.created_at,
  file: (row) => row.filename,
  hn_id: (row) => row.hn_id,
  patient_name: (row) => personName(row.patient_first_name, row.patient_last_name),
  hospital: (row) => row.hospital.name,
  size_bytes: (row) => row.size_bytes,
  took_seconds: tookSeconds,
  by: (row) => row.created_by.name,
  outcome: (row) => row.outcome,
  why: (row) =>
    row.entry === null || row.detail === null || row.detail.includes(row.entry)
      ? row.detail
      : `${row.entry}: ${row.detail}`,
  case_now: (row) => (row.case === null ? null : labelOf(row.case)),
};

const kinds: Partial<Readonly<Record<HistoryColumn, CellKind>>> = {
  sent: 'instant',
  size_bytes: 'whole',
  took_seconds: 'whole',
};
const widths: Partial<Readonly<Record<HistoryColumn, number>>> = {
  ...{
    file: 34,
    hn_id: 16,
    hospital: 28,
    size_bytes: 14,
    took_seconds: 10,
    outcome: 14,
    why: 50,
    case_now: 14,
  },
};

export async function uploadsSheet(
  db: Db,
  order: SheetOrder<typeof uploadRoutes.exportUploads>,
  now: Date,
): Promise<SheetSource> {
  const { caller, input, language } = order;
  const query = historyQuery(input, caller, now);
  const total = await countUploads(db, query);
  const { sheet, heads } = historyWords[language];
  return {
    name: sheet,
    filename: `uploads-${dateIn(caller.user_group.time_zone, now.getTime())}.xlsx`,
    time_zone: caller.user_group.time_zone,
    columns: historyColumns.map((column) => ({
      head: heads[column],
      width: widths[column] ?? 22,
      kind: kinds[column] ?? 'text',
    })),
    total,
    batches: (signal) =>
      batchesOf(
        () => uploadIds(db, query, input.sort, { size: Math.max(1, total), offset: 0 }),
        signal,
        async (ids) => {
          const rows = await readUploads(db, ids, order);
          return { rows: rows.map((row) => historyColumns.map((column) => cells[column](row))) };
        },
      ),
  };
}

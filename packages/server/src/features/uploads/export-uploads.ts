/** The upload history as a spreadsheet: filtered, sorted and masked exactly like the history. */
import type { uploadRoutes, UploadRow } from '@rhythmdesk/contract/uploads';
import { labelOf } from '@rhythmdesk/domain/case/status';
import type { Db } from '../../platform/db/database.ts';
import type { BinaryReply, Call } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sheetRowLimit, writeSheet, type SheetCell } from '../../platform/spreadsheet/sheet.ts';
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
  patient_name: (row) =>
    [row.patient_last_name, row.patient_first_name].filter((part) => part !== null).join(' '),
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

const batch = 1000;

async function readCells(
  db: Db,
  ids: readonly string[],
  call: Call<(typeof uploadRoutes)['exportUploads']>,
): Promise<SheetCell[][]> {
  const rows: SheetCell[][] = [];
  for (let start = 0; start < ids.length; start += batch) {
    call.signal.throwIfAborted();
    for (const row of await readUploads(db, ids.slice(start, start + batch), call)) {
      rows.push(historyColumns.map((column) => cells[column](row)));
    }
  }
  return rows;
}

export async function exportUploads(
  db: Db,
  call: Call<(typeof uploadRoutes)['exportUploads']>,
  now: Date,
): Promise<BinaryReply> {
  const query = historyQuery(call.input, call.caller, now);
  const total = await countUploads(db, query);
  if (total > sheetRowLimit) throw new Refusal('export/too-large');
  const ids = await uploadIds(db, query, call.input.sort, { size: Math.max(1, total), offset: 0 });
  const rows = await readCells(db, ids, call);
  const { sheet, heads } = historyWords[call.language];
  const body = await writeSheet(
    {
      name: sheet,
      heads: historyColumns.map((column) => heads[column]),
      widths: historyColumns.map(() => 20),
      rows,
    },
    call.signal,
  );
  return { body, size_bytes: body.byteLength, filename: `uploads-${now.toISOString().slice(0, 10)}.xlsx` };
}

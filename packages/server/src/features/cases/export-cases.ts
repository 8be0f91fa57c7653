/** The patch list as a spreadsheet: filtered, sorted and masked exactly like the list. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sheetRowLimit, writeSheet, type SheetCell } from '../../platform/spreadsheet/sheet.ts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { caseRowOf } from './case-answer.ts';
import { grantFor } from './case-list.ts';
import { readCaseRecords } from '../../records/cases/case-record.ts';
import { exportColumns, exportWords, type ExportColumn } from './export-texts.ts';
import { listQuery, refuseMaskedSort } from './list-filter.ts';
import { countCases, pageIds } from './list-query.ts';

type Row = ReturnType<typeof caseRowOf>;

const cells: Readonly<Record<ExportColumn, (row: Row) => SheetCell>> = {
  hn_id: (row) => row.hn_id,
  hospital: (row) => row.hospital.name,
  patient_id: (row) => row.patient_id,
  patient_name: (row) =>
    [row.patient_last_name, row.patient_first_name].filter((part) => part !== null).join(' '),
  gender: (row) => row.gender,
  age: (row) => row.age,
  priority: (row) => row.priority,
  severity: (row) => row.severity,
  status: (row) => (row.closed ? 'closed' : row.status),
  tech_center: (row) => row.tech_center?.name ?? null,
  team: (row) => row.team?.name ?? null,
  technician: (row) => row.technician?.name ?? null,
  confirmer: (row) => row.confirmer?.name ?? null,
  recording_start: (row) => row.recording_start,
  recording_hours: (row) =>
    row.recording_seconds === null ? null : Math.round(row.recording_seconds / 360) / 10,
  requested_date: (row) => row.requested_date,
  report_due_date: (row) => row.report_due_date,
  confirmed_date: (row) => row.confirmed_date,
};

/** How a center shares its work among its teams is not for everybody. */
const columnsFor = ({ actor }: Caller): readonly ExportColumn[] =>
  seesTeams(actor) ? exportColumns : exportColumns.filter((column) => column !== 'team');

const batch = 1000;

async function readRows(
  db: Db,
  ids: readonly number[],
  caller: Caller,
  now: Date,
  signal: AbortSignal,
): Promise<SheetCell[][]> {
  const columns = columnsFor(caller);
  const rows: SheetCell[][] = [];
  for (let start = 0; start < ids.length; start += batch) {
    signal.throwIfAborted();
    for (const record of await readCaseRecords(db, ids.slice(start, start + batch))) {
      const row = caseRowOf(record, caller, undefined, now);
      rows.push(columns.map((column) => cells[column](row)));
    }
  }
  return rows;
}

export type ExportCall = {
  readonly caller: Caller;
  readonly input: ParsedOf<typeof caseRoutes.exportCases>;
  readonly language: Language;
  readonly signal: AbortSignal;
};

/** The date that the caller's own clock shows, as `2026-11-20`. */
function dateWhere({ user_group: { time_zone } }: Caller, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short' }).format(now);
}

export async function exportCases(db: Db, call: ExportCall, now: Date): Promise<BinaryReply> {
  const { caller, language, signal } = call;
  const { sort, ...filter } = call.input;
  const grant = grantFor(caller, 'case.export');
  refuseMaskedSort(sort, filter, grant);
  const query = await listQuery(db, filter, caller, grant);
  const total = await countCases(db, query);
  if (total > sheetRowLimit) throw new Refusal('export/too-large');
  const ids = await pageIds(db, query, sort, { size: Math.max(1, total), offset: 0 });
  noteAudit({ case_ids: ids });
  const rows = await readRows(db, ids, caller, now, signal);
  const { sheet, heads } = exportWords[language];
  const columns = columnsFor(caller);
  const body = await writeSheet(
    {
      name: sheet,
      heads: columns.map((column) => heads[column]),
      widths: columns.map(() => 20),
      rows,
    },
    signal,
  );
  return { body, size_bytes: body.byteLength, filename: `patches-${dateWhere(caller, now)}.xlsx` };
}

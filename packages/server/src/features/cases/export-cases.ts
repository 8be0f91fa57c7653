/** Exports the patch list as a spreadsheet, filtered, sorted and masked like the list. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import type { Db } from '../../platform/db/database.ts';
import type { Asking } from '../../platform/http/caller.ts';
import {
  batchesOf,
  type CellKind,
  type SheetCell,
  type SheetOrder,
  type SheetSource,
} from '../../platform/spreadsheet/sheet-plan.ts';
import { type CaseWords, caseWords } from '../../records/cases/case-words.ts';
import type { caseRowOf } from './case-answer.ts';
import { grantFor, hiddenFrom } from './case-list.ts';
import { exportColumns, exportWords, type ExportColumn } from './export-texts.ts';
import { readCaseRows } from './hide-results.ts';
import { listQuery, refuseMaskedSort } from './list-filter.ts';
import { countCases, pageIds } from './list-query.ts';

type Row = ReturnType<typeof caseRowOf>;

const cells: Readonly<Record<ExportColumn, (row: Row, words: CaseWords) => SheetCell>> = {
  hn_id: (row) => row.hn_id,
  hospital: (row) => row.hospital.name,
  patient_id: (row) => row.patient_id,
  patient_name: (row) => personName(row.patient_first_name, row.patient_last_name),
  gender: (row, { gender }) => (row.gender === null ? null : gender[row.gender]),
  age: (row) => row.age,
  priority: (row, { priority }) => priority[row.priority],
  severity: (row, { severity }) => (row.results_hidden ? null : severity[row.severity]),
  status: (row, { status }) => status[row.closed ? 'closed' : row.status],
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

/** Columns that are not text or not of the usual width. */
const kinds: Partial<Readonly<Record<ExportColumn, CellKind>>> = {
  age: 'whole',
  recording_hours: 'decimal',
  recording_start: 'instant',
  requested_date: 'instant',
  report_due_date: 'instant',
  confirmed_date: 'instant',
};
const widths: Partial<Readonly<Record<ExportColumn, number>>> = {
  ...{
    hn_id: 16,
    hospital: 28,
    patient_id: 16,
    patient_name: 22,
    gender: 9,
    age: 7,
    priority: 10,
    severity: 12,
  },
  ...{ status: 12, recording_hours: 11 },
};

/** Not every user may see how a center distributes its work among its teams. */
const columnsFor = ({ actor }: Asking): readonly ExportColumn[] =>
  seesTeams(actor) ? exportColumns : exportColumns.filter((column) => column !== 'team');

export async function casesSheet(
  db: Db,
  { caller, input, language }: SheetOrder<typeof caseRoutes.exportCases>,
  now: Date,
): Promise<SheetSource> {
  const { sort, ...filter } = input;
  const grant = grantFor(caller, 'case.export');
  refuseMaskedSort(sort, filter, grant);
  const query = await listQuery(db, filter, {
    caller,
    grant,
    language,
    hidden: await hiddenFrom(db, caller, sort, filter),
  });
  const total = await countCases(db, query);
  const columns = columnsFor(caller);
  const { sheet, heads } = exportWords[language];
  const words = caseWords[language];
  return {
    name: sheet,
    filename: `patches-${dateIn(caller.user_group.time_zone, now.getTime())}.xlsx`,
    time_zone: caller.user_group.time_zone,
    columns: columns.map((column) => ({
      head: heads[column],
      width: widths[column] ?? 22,
      kind: kinds[column] ?? 'text',
    })),
    total,
    shows_cases: true,
    batches: (signal) =>
      batchesOf(
        () => pageIds(db, query, sort, { size: Math.max(1, total), offset: 0 }),
        signal,
        async (ids) => {
          const rows = (await readCaseRows(db, caller, ids, now)).map(({ row }) => row);
          return {
            rows: rows.map((row) => columns.map((column) => cells[column](row, words))),
            case_ids: rows.map(({ case_id }) => case_id),
          };
        },
      ),
  };
}

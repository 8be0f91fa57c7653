/**
 * Exports the audit log as a spreadsheet: the filtered rows, or every access to the patients of one hospital, for that
 * hospital. In the latter a list or an export is one row for each of the hospital's cases that it showed.
 */
import type { AuditRow, auditRoutes } from '@rhythmdesk/contract/audit';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { refuseBadPeriod, withinPeriod } from '../../platform/db/search-period.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  batchesOf,
  mostSheetRows,
  type SheetCell,
  type SheetColumn,
  type SheetOrder,
  type SheetSource,
} from '../../platform/spreadsheet/sheet-plan.ts';
import { countRows, rowIds, whereSql } from './audit-query.ts';
import { readAuditRows } from './audit-rows.ts';
import { auditColumns, auditWords } from './export-texts.ts';

type AuditedObject = Pick<AuditRow, 'case' | 'patient_id' | 'hospital'>;

function cellsOf(row: AuditRow, place: AuditedObject, language: Language): SheetCell[] {
  const { kinds, outcomes } = auditWords[language];
  return [
    ...[
      row.at,
      row.user?.name ?? null,
      row.user?.user_id ?? null,
      row.role_key,
      row.user_group?.name ?? null,
    ],
    ...[kinds[row.kind], row.action, outcomes[row.outcome], place.case?.hn_id ?? null, place.patient_id],
    ...[place.hospital?.name ?? null, row.target, row.reason, row.address, row.request_id],
  ];
}

const widths: Readonly<Record<string, number>> = { at: 26, group: 28, hospital: 28, object: 34, reason: 34 };

const columnsIn = (language: Language): SheetColumn[] =>
  auditColumns.map((column, at) => ({
    head: auditWords[language].heads[at] ?? column,
    width: widths[column] ?? 18,
    kind: column === 'at' ? 'instant' : 'text',
  }));

const placeOf = (language: Language, { user_group: { time_zone } }: Asking) => ({
  time_zone,
  columns: columnsIn(language),
});

export async function auditSheet(
  db: Db,
  { caller, input, language }: SheetOrder<typeof auditRoutes.exportAudit>,
  now: Date,
): Promise<SheetSource> {
  const { sort, ...filter } = input;
  const where = await whereSql(db, filter, caller);
  const total = await countRows(db, where, mostSheetRows);
  return {
    name: auditWords[language].sheet,
    filename: `audit-${dateIn(caller.user_group.time_zone, now.getTime())}.xlsx`,
    ...placeOf(language, caller),
    total,
    batches: (signal) =>
      batchesOf(
        () => rowIds(db, where, sort, { size: total, offset: 0 }),
        signal,
        async (ids) => ({ rows: (await readAuditRows(db, ids)).map((row) => cellsOf(row, row, language)) }),
      ),
  };
}

async function hospitalName(db: Db, hospital_id: number): Promise<string> {
  const { rows } = await db.execute(
    sql`select name from user_groups where id = ${hospital_id} and type = 'hospital'`,
  );
  const [hospital] = z.array(z.object({ name: z.string() })).parse(rows);
  if (hospital === undefined) throw new Refusal('object/not-found');
  return hospital.name;
}

/** An access is a row of the log together with a case that it showed. */
const access = z.object({ audit_id: z.coerce.number(), case_id: z.coerce.number() });
type Access = z.output<typeof access>;

const shownCase = z.object({
  case_id: z.coerce.number(),
  hn_id: z.string(),
  patient_id: z.string().nullable(),
});

type AccessQuery = { readonly hospital_id: number; readonly name: string; readonly language: Language };

/**
 * A row of a single case contains the hospital that the case had then; for the cases of a list it is read from the
 * case.
 */
async function accessRows(db: Db, some: readonly Access[], { hospital_id, name, language }: AccessQuery) {
  const case_ids = [...new Set(some.map(({ case_id }) => case_id))];
  const [rows, found] = await Promise.all([
    readAuditRows(db, [...new Set(some.map(({ audit_id }) => audit_id))]),
    db.execute(sql`select case_id, hn_id, patient_id from cases where case_id in ${case_ids}`),
  ]);
  const rowsById = new Map(rows.map((row) => [row.audit_id, row]));
  const casesById = new Map(
    found.rows.map((each) => {
      const shown = shownCase.parse(each);
      return [shown.case_id, shown];
    }),
  );
  return some.flatMap(({ audit_id, case_id }) => {
    const [row, shown] = [rowsById.get(audit_id), casesById.get(case_id)];
    if (row === undefined || shown === undefined) return [];
    const { hn_id } = shown;
    const patient_id = row.case?.case_id === case_id ? row.patient_id : shown.patient_id;
    return [
      cellsOf(row, { case: { case_id, hn_id }, patient_id, hospital: { id: hospital_id, name } }, language),
    ];
  });
}

const counted = z.object({ total: z.coerce.number() });

export async function accessesSheet(
  db: Db,
  { caller, input, language }: SheetOrder<typeof auditRoutes.exportAccesses>,
): Promise<SheetSource> {
  const { hospital_id, from_time: from, to_time: to } = input;
  refuseBadPeriod({ from, to });
  const period = withinPeriod(sql`a.at`, { from, to }, caller.user_group.time_zone);
  const name = await hospitalName(db, hospital_id);
  const accesses = sql`
    select a.audit_id, a.case_id, a.at from audit_log a join cases c on c.case_id = a.case_id
      where a.hospital_id = ${hospital_id} and ${period}
    union all
    select a.audit_id, c.case_id, a.at
      from audit_log a cross join lateral unnest(a.case_ids) as shown (case_id) join cases c on c.case_id = shown.case_id
      where a.case_ids is not null and c.hospital_id = ${hospital_id} and ${period}`;
  const { rows } = await db.execute(
    sql`select count(*) as total from (select 1 from (${accesses}) accesses limit ${mostSheetRows + 1}) counted`,
  );
  const accessQuery = { hospital_id, name, language };
  return {
    name: auditWords[language].accesses,
    filename: `accesses-${from}-${to}.xlsx`,
    ...placeOf(language, caller),
    target: `institution/${String(hospital_id)}`,
    total: counted.parse(rows[0]).total,
    batches: (signal) =>
      batchesOf(
        async () => {
          const found = await db.execute(
            sql`select audit_id, case_id from (${accesses}) accesses order by at, audit_id, case_id`,
          );
          return found.rows.map((row) => access.parse(row));
        },
        signal,
        async (some) => ({ rows: await accessRows(db, some, accessQuery) }),
      ),
  };
}

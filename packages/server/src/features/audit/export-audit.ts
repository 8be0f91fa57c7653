/**
 * The audit log as a spreadsheet: the filtered rows, and every access to the patients of one hospital, for the hospital.
 * There a list or an export is a row for each of the hospital's cases that it showed.
 */
import type { AuditRow, auditRoutes } from '@rhythmdesk/contract/audit';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseBadPeriod, withinPeriod } from '../../platform/db/search-period.ts';
import type { BinaryReply, Call } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sheetRowLimit, writeSheet, type SheetCell } from '../../platform/spreadsheet/sheet.ts';
import { countRows, rowIds, whereSql } from './audit-query.ts';
import { readRows } from './audit-rows.ts';
import { auditColumns, auditWords } from './export-texts.ts';

type Place = Pick<AuditRow, 'case' | 'patient_id' | 'hospital'>;

function cellsOf(row: AuditRow, place: Place, language: Language): SheetCell[] {
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

const batch = 1000;
const widths = auditColumns.map(() => 20);
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

type Filled = { readonly name: string; readonly filename: string; readonly rows: SheetCell[][] };

async function sheetOf(
  { name, filename, rows }: Filled,
  language: Language,
  signal: AbortSignal,
): Promise<BinaryReply> {
  const body = await writeSheet({ name, heads: [...auditWords[language].heads], widths, rows }, signal);
  return { body, size_bytes: body.byteLength, filename };
}

export async function exportAudit(
  db: Db,
  { caller, input, language, signal }: Call<(typeof auditRoutes)['exportAudit']>,
  now: Date,
): Promise<BinaryReply> {
  const { sort, ...filter } = input;
  const where = await whereSql(db, filter, caller);
  if ((await countRows(db, where, sheetRowLimit)) > sheetRowLimit) throw new Refusal('export/too-large');
  const ids = await rowIds(db, where, sort, { size: sheetRowLimit, offset: 0 });
  const rows: SheetCell[][] = [];
  for (let start = 0; start < ids.length; start += batch) {
    signal.throwIfAborted();
    const read = await readRows(db, ids.slice(start, start + batch));
    rows.push(...read.map((row) => cellsOf(row, row, language)));
  }
  const name = auditWords[language].sheet;
  return sheetOf({ name, filename: `audit-${dayOf(now)}.xlsx`, rows }, language, signal);
}

const accessRow = z.object({
  audit_id: z.coerce.number(),
  case_id: z.coerce.number(),
  hn_id: z.string(),
  patient_id: z.string().nullable(),
});

export async function exportAccesses(
  db: Db,
  { caller, input, language, signal }: Call<(typeof auditRoutes)['exportAccesses']>,
): Promise<BinaryReply> {
  const { hospital_id, from_time: from, to_time: to } = input;
  refuseBadPeriod({ from, to });
  noteAudit({ target: `institution/${String(hospital_id)}` });
  const period = withinPeriod(sql`a.at`, { from, to }, caller.user_group.time_zone);
  const [hospital] = z
    .array(z.object({ name: z.string() }))
    .parse(
      (await db.execute(sql`select name from user_groups where id = ${hospital_id} and type = 'hospital'`))
        .rows,
    );
  if (hospital === undefined) throw new Refusal('object/not-found');
  const found = await db.execute(sql`
    select a.audit_id, c.case_id, c.hn_id, a.patient_id, a.at from audit_log a join cases c on c.case_id = a.case_id
      where a.hospital_id = ${hospital_id} and ${period}
    union all
    select a.audit_id, c.case_id, c.hn_id, c.patient_id, a.at
      from audit_log a cross join lateral unnest(a.case_ids) as shown (case_id) join cases c on c.case_id = shown.case_id
      where a.case_ids is not null and c.hospital_id = ${hospital_id} and ${period}
    order by at, audit_id, case_id limit ${sheetRowLimit + 1}`);
  const accesses = found.rows.map((row) => accessRow.parse(row));
  if (accesses.length > sheetRowLimit) throw new Refusal('export/too-large');
  const rows: SheetCell[][] = [];
  for (let start = 0; start < accesses.length; start += batch) {
    signal.throwIfAborted();
    const some = accesses.slice(start, start + batch);
    const read = await readRows(db, [...new Set(some.map(({ audit_id }) => audit_id))]);
    const byId = new Map(read.map((row) => [row.audit_id, row]));
    for (const { audit_id, case_id, hn_id, patient_id } of some) {
      const row = byId.get(audit_id);
      const place = {
        case: { case_id, hn_id },
        patient_id,
        hospital: { id: hospital_id, name: hospital.name },
      };
      if (row !== undefined) rows.push(cellsOf(row, place, language));
    }
  }
  const name = auditWords[language].accesses;
  return sheetOf({ name, filename: `accesses-${from}-${to}.xlsx`, rows }, language, signal);
}

/** Lists the cases and adjustments behind the sums of a month. They contain no name of a patient. */
import { type InvoiceDetail, type invoiceRoutes } from '@rhythmdesk/contract/invoices';
import { groupName } from '@rhythmdesk/contract/people';
import { currencies } from '@rhythmdesk/contract/prices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { adjustmentKinds } from '@rhythmdesk/domain/billing/adjustments';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { bookedRows, type MonthQuery } from './account-query.ts';

const whole = z.coerce.number().int();
const at = z.coerce.date().transform((date) => date.toISOString());

const found = z.object({
  kind: z.enum(['case', 'adjustment']),
  case_id: whole,
  hn_id: z.string(),
  hospital: groupName,
  tech_center: groupName,
  patient_id: z.string().nullable(),
  priority: z.enum(priorities),
  length_class: z.enum(lengthClasses),
  worn_from: z.string().nullable(),
  worn_until: z.string().nullable(),
  uploaded_at: at,
  started_at: at.nullable(),
  confirmed_at: at,
  currency: z.enum(currencies).nullable(),
  amount_minor: whole.nullable(),
  adjustment: z
    .object({
      kind: z.enum(adjustmentKinds),
      case_month: z.string(),
      reason: z.string(),
      created_at: at,
      created_by: z.string(),
    })
    .nullable(),
});

const group = (alias: string): SQL =>
  sql.raw(`jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name, 'type', ${alias}.type)`);

/** Cases before adjustments, each the last confirmed first. */
const inOrder = sql`(b.kind = 'adjustment'), c.confirmed_date desc, b.case_id desc, b.adjustment_id`;

const rowKey = z.object({ case_id: whole, adjustment_id: whole });
type RowKey = z.output<typeof rowKey>;

/** Returns what names each row of a month, in their order; a case has adjustment 0. */
export async function readRowKeys(db: Db, query: MonthQuery, where: SQL): Promise<RowKey[]> {
  const { rows } = await db.execute(sql`
    select b.case_id, coalesce(b.adjustment_id, 0) as adjustment_id
    from (${bookedRows(query)}) b join cases c on c.case_id = b.case_id where ${where} order by ${inOrder}`);
  return rows.map((row) => rowKey.parse(row));
}

export function amongRows(keys: readonly RowKey[]): SQL {
  const column = (name: keyof RowKey): SQL => sql`${sql.param(keys.map((key) => key[name]))}::bigint[]`;
  return sql`(b.case_id, coalesce(b.adjustment_id, 0)) in
    (select * from unnest(${column('case_id')}, ${column('adjustment_id')}))`;
}

type Part = { readonly limit: number; readonly offset: number };

export async function readInvoiceRows(
  db: Db,
  query: MonthQuery,
  { limit, offset }: Part,
  where: SQL = sql`true`,
): Promise<InvoiceDetail[]> {
  const { rows } = await db.execute(sql`
    select b.kind, b.case_id, c.hn_id, ${group('h')} as hospital, ${group('g')} as tech_center, c.patient_id,
      b.priority, b.length_class, c.attachment_date::text as worn_from, c.detachment_date::text as worn_until,
      c.created_at as uploaded_at, s.started_at, c.confirmed_date as confirmed_at, b.currency, b.amount_minor,
      case when a.adjustment_id is not null then jsonb_build_object('kind', a.kind, 'case_month', a.case_month,
        'reason', a.reason, 'created_at', a.created_at, 'created_by', u.name) end as adjustment
    from (${bookedRows(query)}) b join cases c on c.case_id = b.case_id
    join user_groups h on h.id = b.hospital_id join user_groups g on g.id = b.issuer_id
    left join case_statistics s on s.case_id = b.case_id
    left join invoice_adjustments a on a.adjustment_id = b.adjustment_id left join users u on u.id = a.created_by
    where ${where} order by ${inOrder}
    limit ${limit} offset ${offset}`);
  return rows.map((row) => found.parse(row));
}

export const ofHospitals = (ids: readonly number[] = []): SQL =>
  ids.length === 0 ? sql`true` : sql`b.hospital_id in ${[...ids]}`;

function inCurrency(currency: ParsedOf<typeof invoiceRoutes.invoiceRows>['currency']): SQL {
  if (currency === undefined) return sql`true`;
  return currency === 'none' ? sql`b.currency is null` : sql`b.currency = ${currency}`;
}

const counted = z.object({ total: whole });

export async function countInvoiceRows(db: Db, query: MonthQuery, where: SQL): Promise<number> {
  const { rows } = await db.execute(
    sql`select count(*) as total from (${bookedRows(query)}) b where ${where}`,
  );
  return counted.parse(rows[0]).total;
}

export async function listInvoiceRows(
  db: Db,
  caller: Caller,
  input: ParsedOf<typeof invoiceRoutes.invoiceRows>,
  time_zone: string,
) {
  const { page, size, hospital_id, issuer_id } = input;
  const account = { hospital_id, issuer_id };
  const query: MonthQuery = {
    caller,
    permission: 'invoice.read',
    month: calendarMonth(input.month),
    time_zone,
    account,
  };
  const where = inCurrency(input.currency);
  const [items, total] = await Promise.all([
    readInvoiceRows(db, query, { limit: size, offset: (page - 1) * size }, where),
    countInvoiceRows(db, query, where),
  ]);
  noteAudit({ case_ids: [...new Set(items.map(({ case_id }) => case_id))] });
  return { items, total, page, size };
}

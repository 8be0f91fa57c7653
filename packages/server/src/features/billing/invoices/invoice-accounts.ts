/**
 * Returns what each hospital owes each center for a month, one row for each currency, with the invoice if the month is
 * closed.
 */
import { type InvoiceAccount } from '@rhythmdesk/contract/invoices';
import { groupName } from '@rhythmdesk/contract/people';
import { currencies } from '@rhythmdesk/contract/prices';
import { closeMonthFault } from '@rhythmdesk/domain/billing/invoices';
import { invoiceStates } from '@rhythmdesk/domain/billing/invoice-states';
import { sumByCurrency, money } from '@rhythmdesk/domain/billing/money';
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { accountScope, bookedRows, zoneOffset } from './account-query.ts';

const whole = z.coerce.number().int();
const currency = z.enum(currencies);

const figures = z.object({
  hospital: groupName,
  issuer: groupName,
  currency: currency.nullable(),
  case_count: whole,
  urgent_count: whole,
  cases_minor: whole,
  adjustment_count: whole,
  adjustments_minor: whole,
  is_closed: z.boolean(),
});

type AccountsQuery = { readonly caller: Caller; readonly month: CalendarMonth; readonly time_zone: string };

/** Sums by account first, so that names are looked up for some hundred accounts and not for each of their cases. */
async function readFigures(db: Db, accountsQuery: AccountsQuery) {
  const { rows } = await db.execute(sql`
    select jsonb_build_object('id', h.id, 'name', h.name, 'type', h.type) as hospital,
      jsonb_build_object('id', g.id, 'name', g.name, 'type', g.type) as issuer, b.currency,
      b.case_count, b.urgent_count, b.cases_minor, b.adjustment_count, b.adjustments_minor, b.is_closed
    from (select hospital_id, issuer_id, currency,
        count(*) filter (where kind = 'case') as case_count,
        count(*) filter (where kind = 'case' and priority = 'urgent') as urgent_count,
        coalesce(sum(amount_minor) filter (where kind = 'case'), 0) as cases_minor,
        count(*) filter (where kind = 'adjustment') as adjustment_count,
        coalesce(sum(amount_minor) filter (where kind = 'adjustment'), 0) as adjustments_minor,
        bool_and(closed) as is_closed
      from (${bookedRows({ ...accountsQuery, permission: 'invoice.read' })}) booked
      group by hospital_id, issuer_id, currency) b
    join user_groups h on h.id = b.hospital_id join user_groups g on g.id = b.issuer_id
    order by b.currency nulls last, b.cases_minor + b.adjustments_minor desc, h.name, h.id, g.id`);
  return rows.map((row) => figures.parse(row));
}

const issued = z.object({
  invoice_id: whole,
  hospital: groupName,
  issuer: groupName,
  currency,
  number: z.string(),
  edition: whole,
  issued_on: z.string(),
  due_on: z.string(),
  tax_rate_bp: whole,
  tax_minor: whole,
  total_minor: whole,
  state: z.enum(invoiceStates),
  state_on: z.string(),
  mail_to: z.string(),
  /** Why the month was reopened; null for a valid invoice. */
  reopen_reason: z.string().nullable(),
});

/** Returns every edition of the month's invoices, the last first. */
async function readIssued(db: Db, { caller, month }: AccountsQuery) {
  const scope = accountScope(caller, 'invoice.read', {
    hospital: sql`i.hospital_id`,
    issuer: sql`i.issuer_id`,
  });
  const { rows } = await db.execute(sql`
    select i.invoice_id, jsonb_build_object('id', h.id, 'name', h.name, 'type', h.type) as hospital,
      jsonb_build_object('id', g.id, 'name', g.name, 'type', g.type) as issuer,
      i.currency, i.number, i.edition, i.issued_on::text, i.due_on::text, i.tax_rate_bp, i.tax_minor, i.total_minor,
      s.state, s.on_day::text as state_on, h.billing_email as mail_to, k.reopen_reason
    from invoices i join invoice_closings k on k.closing_id = i.closing_id
    join user_groups h on h.id = i.hospital_id join user_groups g on g.id = i.issuer_id
    join lateral (select state, on_day from invoice_states s where s.invoice_id = i.invoice_id
      order by s.state_id desc limit 1) s on true
    where i.month = ${month} and ${scope} order by i.edition desc`);
  return rows.map((row) => issued.parse(row));
}
type Issued = Awaited<ReturnType<typeof readIssued>>[number];

const accountKeyOf = (of: {
  hospital: { id: number };
  issuer: { id: number };
  currency: string | null;
}): string => `${String(of.hospital.id)} ${String(of.issuer.id)} ${of.currency ?? ''}`;

function accountOf(row: z.output<typeof figures>, editions: readonly Issued[]): InvoiceAccount {
  const standing = editions.find(({ reopen_reason }) => reopen_reason === null);
  const earlier = editions.flatMap(({ invoice_id, number, edition, issued_on, total_minor, reopen_reason }) =>
    reopen_reason === null
      ? []
      : { invoice_id, number, edition, issued_on, total_minor, reason: reopen_reason },
  );
  const account = { ...row, net_minor: row.cases_minor + row.adjustments_minor, earlier };
  if (standing === undefined) return { ...account, invoice: null };
  const {
    hospital: _hospital,
    issuer: _issuer,
    currency: _currency,
    reopen_reason: _reason,
    ...facts
  } = standing;
  return { ...account, invoice: facts };
}

/** Returns one sum for each currency; different currencies are never added. */
function totalsOf(items: readonly InvoiceAccount[]) {
  const priced = items.flatMap((item) =>
    item.currency === null ? [] : [{ ...item, currency: item.currency }],
  );
  const sums = sumByCurrency(priced.map((item) => money(item.currency, item.net_minor)));
  return sums.map((sum) => {
    const own = priced.filter((item) => item.currency === sum.currency);
    return {
      currency: sum.currency,
      net_minor: sum.amount_minor,
      case_count: own.reduce((all, { case_count }) => all + case_count, 0),
      adjustment_count: own.reduce((all, { adjustment_count }) => all + adjustment_count, 0),
      hospital_count: new Set(own.map(({ hospital }) => hospital.id)).size,
    };
  });
}

export async function readAccounts(db: Db, accountsQuery: AccountsQuery, now: Date) {
  const [rows, invoices] = await Promise.all([readFigures(db, accountsQuery), readIssued(db, accountsQuery)]);
  const byKey = Map.groupBy(invoices, accountKeyOf);
  const items = rows.map((row) => accountOf(row, byKey.get(accountKeyOf(row)) ?? []));
  const { month, time_zone } = accountsQuery;
  return {
    month,
    items,
    totals: totalsOf(items),
    confirmed_count: items.reduce((all, { case_count }) => all + case_count, 0),
    unpriced_count: items.reduce((all, item) => all + (item.currency === null ? item.case_count : 0), 0),
    time_zone,
    is_over: closeMonthFault(month, new Set(), now.getTime(), zoneOffset(time_zone)) === null,
  };
}

/**
 * Closing a month: every open account in the caller's scope is frozen in invoices, one a currency. All of it is one
 * transaction; accounts are held in one order, so that two closings never wait for each other.
 *
 * Laws: an invoice's net is the sum of its rows; numbers of an issuer and a year have no gap, since the row that counts
 * them is part of the transaction; a month that was reopened keeps its number and gets the next edition.
 */
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { closeMonthFault } from '@rhythmdesk/domain/billing/invoices';
import type { Currency } from '@rhythmdesk/domain/billing/money';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import { sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { invoiceClosings } from '../../../platform/db/schema/invoices.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import {
  bookedRows,
  zoneOffset,
  type Account,
  type InvoiceChange,
  type MonthQuery,
} from './account-query.ts';
import { countChecklist } from './checklist.ts';
import { accountKey, accountShape, rowsToFreeze, type BookedRow } from './rows-to-freeze.ts';
import { issueInvoice } from './issue-invoice.ts';
import { lockAccount } from './lock-account.ts';

/** The open accounts that have anything in the month, in the order in which they are held. */
async function openAccounts(tx: Tx, query: MonthQuery): Promise<Account[]> {
  const { rows } = await tx.execute(sql`select distinct hospital_id, issuer_id from (${bookedRows(query)}) b
    where not closed order by hospital_id, issuer_id`);
  return rows.map((row) => accountShape.parse(row));
}

function byCurrency(rows: readonly BookedRow[]): Map<Currency, BookedRow[]> {
  const parts = new Map<Currency, BookedRow[]>();
  for (const row of rows) {
    const part = parts.get(row.currency);
    if (part === undefined) parts.set(row.currency, [row]);
    else part.push(row);
  }
  return parts;
}

type Closing = { readonly query: MonthQuery; readonly change: InvoiceChange };

async function closeAccount(
  tx: Tx,
  account: Account,
  rows: readonly BookedRow[],
  { query, change }: Closing,
) {
  const { month, time_zone } = query;
  const { caller, now } = change;
  const [closing] = await tx
    .insert(invoiceClosings)
    .values({ ...account, month, time_zone, closed_at: now, closed_by: caller.id })
    .returning({ closing_id: invoiceClosings.closing_id });
  if (closing === undefined) throw new Error('a month was not closed');
  const parts = byCurrency(rows);
  for (const [currency, part] of parts)
    await issueInvoice(tx, { ...account, ...closing, month, currency, rows: part }, change);
  return parts.size;
}

type Input = ParsedOf<typeof invoiceRoutes.closeInvoiceMonth>;

async function close(tx: Tx, input: Input, change: InvoiceChange) {
  const { caller, now, time_zone } = change;
  const query: MonthQuery = {
    caller,
    permission: 'invoice.close',
    month: calendarMonth(input.month),
    time_zone,
  };
  const fault = closeMonthFault(query.month, new Set(), now.getTime(), zoneOffset(time_zone));
  if (fault !== null) throw new Refusal(fault);
  const held = new Set<string>();
  for (const account of await openAccounts(tx, query)) {
    await lockAccount(tx, account);
    held.add(accountKey(account));
  }
  // Who held an account before may have closed it. One that came meanwhile is not held, and stays open.
  const accounts = (await openAccounts(tx, query)).filter((account) => held.has(accountKey(account)));
  if (accounts.length === 0) throw new Refusal('billing/month-closed');
  const { unpriced_count, correction_count } = await countChecklist(tx, query);
  if (unpriced_count !== input.unpriced_count || correction_count !== input.correction_count)
    throw new Refusal('billing/checklist');
  const rows = await rowsToFreeze(tx, query);
  let invoices = 0;
  for (const account of accounts)
    invoices += await closeAccount(tx, account, rows.get(accountKey(account)) ?? [], { query, change });
  noteAudit({ target: `invoices/${query.month}: ${String(accounts.length)}` });
  return { closed: accounts.length, invoices };
}

export async function closeMonth(db: Db, input: Input, change: InvoiceChange) {
  return transact(db, (tx) => close(tx, input, change));
}

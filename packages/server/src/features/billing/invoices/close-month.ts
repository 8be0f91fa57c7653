/**
 * Closes a month: every open account in the caller's scope is frozen in invoices, one for each currency. All of it is
 * one transaction; accounts are locked in one order, so that two closings never deadlock. It takes a few statements,
 * however many accounts there are.
 *
 * Invariants: an invoice's net amount is the sum of its rows; the numbers of an issuer and a year have no gap, because
 * the row that counts them is part of the transaction; a month that was reopened keeps its number and gets the next
 * edition.
 */
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { closeMonthFault } from '@rhythmdesk/domain/billing/invoices';
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
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
import { accountKey, accountShape, rowsToFreeze } from './rows-to-freeze.ts';
import { issueInvoices, type NewInvoice } from './issue-invoices.ts';
import { lockAccounts } from './lock-account.ts';

/** Returns the open accounts with rows in the month, in the order in which they are locked. */
async function openAccounts(tx: Tx, query: MonthQuery): Promise<Account[]> {
  const { rows } = await tx.execute(sql`select distinct hospital_id, issuer_id from (${bookedRows(query)}) b
    where not closed order by hospital_id, issuer_id`);
  return rows.map((row) => accountShape.parse(row));
}

const closingShape = accountShape.extend({ closing_id: z.coerce.number().int() });

/** Inserts the accounts as closed in the month; returns the closings by account. */
async function insertClosings(
  tx: Tx,
  accounts: readonly Account[],
  month: CalendarMonth,
  { caller, now, time_zone }: InvoiceChange,
): Promise<Map<string, number>> {
  const { rows } = await tx.execute(sql`
    insert into invoice_closings (hospital_id, issuer_id, month, time_zone, closed_at, closed_by)
    select a.hospital_id, a.issuer_id, ${month}, ${time_zone}, ${now.toISOString()}::timestamptz, ${caller.id}
    from unnest(${sql.param(accounts.map(({ hospital_id }) => hospital_id))}::bigint[],
      ${sql.param(accounts.map(({ issuer_id }) => issuer_id))}::bigint[]) a (hospital_id, issuer_id)
    returning closing_id, hospital_id, issuer_id`);
  const made = rows.map((row) => closingShape.parse(row));
  return new Map(made.map(({ closing_id, ...account }) => [accountKey(account), closing_id]));
}

/** Closes each of these accounts and issues its invoices, one for each currency. */
async function closeAccounts(tx: Tx, accounts: readonly Account[], query: MonthQuery, change: InvoiceChange) {
  const { month } = query;
  const rows = await rowsToFreeze(tx, query);
  const closings = await insertClosings(tx, accounts, month, change);
  const invoices = accounts.flatMap((account): NewInvoice[] => {
    const closing_id = closings.get(accountKey(account));
    if (closing_id === undefined) throw new Error('a month was not closed');
    const byCurrency = Map.groupBy(rows.get(accountKey(account)) ?? [], ({ currency }) => currency);
    return [...byCurrency].map(([currency, part]) => ({ ...account, closing_id, currency, rows: part }));
  });
  await issueInvoices(tx, month, invoices, change);
  return invoices.length;
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
  const unsettled = await openAccounts(tx, query);
  await lockAccounts(tx, unsettled);
  const held = new Set(unsettled.map(accountKey));
  // Another closing may have closed an account before it was locked here. An account that was added meanwhile is not
  // locked and stays open.
  const accounts = (await openAccounts(tx, query)).filter((account) => held.has(accountKey(account)));
  if (accounts.length === 0) throw new Refusal('billing/month-closed');
  const { unpriced_count, correction_count } = await countChecklist(tx, query);
  if (unpriced_count !== input.unpriced_count || correction_count !== input.correction_count)
    throw new Refusal('billing/checklist');
  const invoices = await closeAccounts(tx, accounts, query, change);
  noteAudit({ target: `invoices/${query.month}: ${String(accounts.length)}` });
  return { closed: accounts.length, invoices };
}

export async function closeMonth(db: Db, input: Input, change: InvoiceChange) {
  return transact(db, (tx) => close(tx, input, change));
}

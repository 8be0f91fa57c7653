/**
 * Closes the demo's invoices as its administrator would: month by month, each on the first day of the next one, with a
 * credit, a price change that came too late and a month that was reopened; most are paid. The last complete month stays
 * open for the user of the demo.
 */
import { monthInstants } from '@rhythmdesk/domain/billing/invoices';
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import {
  addDays,
  calendarDate,
  dateInZone,
  dayMs,
  hourMs,
  monthInZone,
  nextMonth,
} from '@rhythmdesk/domain/kit/calendar';
import { zoneOffset } from '@rhythmdesk/server/features/billing/invoices/account-query';
import { adjustCase } from '@rhythmdesk/server/features/billing/invoices/adjust-case';
import { readChecklist } from '@rhythmdesk/server/features/billing/invoices/checklist';
import { closeMonth } from '@rhythmdesk/server/features/billing/invoices/close-month';
import { readAccounts } from '@rhythmdesk/server/features/billing/invoices/invoice-accounts';
import { setInvoiceState } from '@rhythmdesk/server/features/billing/invoices/invoice-state';
import { listInvoiceRows } from '@rhythmdesk/server/features/billing/invoices/invoice-rows';
import { reopenMonth } from '@rhythmdesk/server/features/billing/invoices/reopen-month';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { min } from 'drizzle-orm';
import { demoBillingZone as time_zone } from './billing-zone.ts';
import type { DemoWorld } from './demo-callers.ts';

const zone = zoneOffset(time_zone);

type Clerk = { readonly db: Db; readonly caller: Caller; readonly now: Date };

/** Returns the months that were over yesterday, except the last of them, the oldest first. */
async function monthsToClose({ db, now }: Clerk): Promise<CalendarMonth[]> {
  const [first] = await db.select({ at: min(cases.confirmed_date) }).from(cases);
  if (first?.at === null || first === undefined) return [];
  const present = monthInZone(now.getTime() - dayMs, zone);
  const months: CalendarMonth[] = [];
  let month = monthInZone(first.at.getTime(), zone);
  for (; nextMonth(month) < present; month = nextMonth(month)) months.push(month);
  return months;
}

/** Returns the morning of a day after the month. */
const after = (month: CalendarMonth, days: number): Date =>
  new Date(monthInstants(month, zone).until_ms + days * dayMs + 9 * hourMs);

async function close({ db, caller }: Clerk, month: CalendarMonth, days = 0): Promise<void> {
  const query = { caller, permission: 'invoice.close', month, time_zone } as const;
  const { account_count, unpriced_count, correction_count } = await readChecklist(db, query);
  if (account_count === 0) return;
  const change = { caller, now: after(month, days), time_zone };
  await closeMonth(db, { month, unpriced_count, correction_count }, change);
}

async function accountsOf({ db, caller, now }: Clerk, month: CalendarMonth) {
  return (await readAccounts(db, { caller, month, time_zone }, now)).items;
}

/** Returns the month's largest account. */
async function largest(clerk: Clerk, month: CalendarMonth) {
  const items = await accountsOf(clerk, month);
  return items.toSorted((a, b) => b.case_count - a.case_count)[0];
}

/** Changes one case of the month's largest account, a few days after the month was closed. */
async function changeLate(
  clerk: Clerk,
  month: CalendarMonth,
  what: { readonly reason: string; readonly less_minor?: number },
): Promise<void> {
  const { db, caller } = clerk;
  const account = await largest(clerk, month);
  if (account === undefined) return;
  const { hospital, issuer } = account;
  const invoiceQuery = { month, hospital_id: hospital.id, issuer_id: issuer.id, page: 1, size: 10 };
  const { items } = await listInvoiceRows(db, caller, invoiceQuery, time_zone);
  const row = items.find(({ kind, amount_minor }) => kind === 'case' && amount_minor !== null);
  if (row === undefined || row.currency === null || row.amount_minor === null) return;
  const { case_id, currency, amount_minor } = row;
  const { reason, less_minor } = what;
  const change = { caller, now: after(month, 6), time_zone };
  const input =
    less_minor === undefined
      ? { case_id, kind: 'credit' as const, reason }
      : { case_id, kind: 'price' as const, currency, amount_minor: amount_minor - less_minor, reason };
  await adjustCase(db, input, change);
}

async function reopen(clerk: Clerk, month: CalendarMonth, reason: string): Promise<void> {
  const account = await largest(clerk, month);
  if (account === undefined) return;
  const input = { month, hospital_id: account.hospital.id, issuer_id: account.issuer.id, reason };
  await reopenMonth(clerk.db, input, { caller: clerk.caller, now: after(month, 2), time_zone });
  await close(clerk, month, 3);
}

/**
 * Sends invoices on the day of issue to every account with an address, and marks them paid two days before they are
 * due.
 */
async function send(clerk: Clerk, month: CalendarMonth): Promise<void> {
  const { db, caller, now } = clerk;
  const change = { caller, now, time_zone };
  const today = dateInZone(now.getTime(), zone);
  for (const { invoice } of await accountsOf(clerk, month)) {
    if (invoice === null || invoice.mail_to === '') continue;
    const { invoice_id, issued_on, due_on } = invoice;
    await setInvoiceState(db, { invoice_id, state: 'sent', on: issued_on }, change);
    const on = addDays(calendarDate(due_on), -2);
    if (on < today) await setInvoiceState(db, { invoice_id, state: 'paid', on }, change);
  }
}

export async function closeDemoMonths(db: Db, { callers }: DemoWorld, now: Date): Promise<void> {
  const caller = callers.get('demoadmin');
  if (caller === undefined) throw new Error('demoadmin is nobody in the demo');
  const clerk = { db, caller, now };
  const months = await monthsToClose(clerk);
  const [reopened, credited, last] = months.slice(-3);
  for (const month of months) {
    await close(clerk, month);
    if (month === reopened) await reopen(clerk, month, '税率の登録に誤りがあったため');
    if (month === credited) await changeLate(clerk, month, { reason: '同一記録の二重依頼' });
    if (month === last) await changeLate(clerk, month, { reason: '契約単価の改定を反映', less_minor: 1_000 });
  }
  for (const month of months) await send(clerk, month);
}

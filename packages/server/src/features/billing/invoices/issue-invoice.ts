/** One invoice: its number and edition, its sums, its parties as they are now, its rows, and that it is open. */
import {
  dueDate,
  invoiceLanguage,
  invoiceNumber,
  issuerCode,
  numberYear,
} from '@rhythmdesk/domain/billing/invoice-states';
import { invoiceSums } from '@rhythmdesk/domain/billing/invoice-sums';
import type { Currency } from '@rhythmdesk/domain/billing/money';
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import { dateInZone } from '@rhythmdesk/domain/kit/calendar';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import {
  invoiceRows,
  invoices,
  invoiceSerials,
  invoiceStates,
  type InvoiceParty,
} from '../../../platform/db/schema/invoices.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { zoneOffset, type Account, type InvoiceChange } from './account-query.ts';
import type { BookedRow } from './rows-to-freeze.ts';

export type NewInvoice = Account & {
  readonly closing_id: number;
  readonly month: CalendarMonth;
  readonly currency: Currency;
  readonly rows: readonly BookedRow[];
};
type Group = typeof userGroups.$inferSelect;

async function readGroup(tx: Tx, id: number): Promise<Group> {
  const [group] = await tx.select().from(userGroups).where(eq(userGroups.id, id));
  if (group === undefined) throw new Error(`no group ${String(id)}`);
  return group;
}

const partyOf = (group: Group): InvoiceParty => ({
  name: group.name,
  postcode: group.postcode,
  address: group.billing_address === '' ? group.address : group.billing_address,
  email: group.billing_email,
  tax_number: group.tax_number,
  bank_account: group.bank_account,
});

/** The issuer's next number of the year; the row that counts is held until the transaction ends. */
async function nextSerial(tx: Tx, issuer_id: number, year: number): Promise<number> {
  const [counted] = await tx
    .insert(invoiceSerials)
    .values({ issuer_id, year, last_serial: 1 })
    .onConflictDoUpdate({
      target: [invoiceSerials.issuer_id, invoiceSerials.year],
      set: { last_serial: sql`${invoiceSerials.last_serial} + 1` },
    })
    .returning({ serial: invoiceSerials.last_serial });
  if (counted === undefined) throw new Error('an invoice got no number');
  return counted.serial;
}

async function numberOf(tx: Tx, { hospital_id, issuer_id, month, currency }: NewInvoice, issuer: Group) {
  const [before] = await tx
    .select({
      year: invoices.year,
      serial: invoices.serial,
      edition: invoices.edition,
      number: invoices.number,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.hospital_id, hospital_id),
        eq(invoices.issuer_id, issuer_id),
        eq(invoices.month, month),
        eq(invoices.currency, currency),
      ),
    )
    .orderBy(desc(invoices.edition))
    .limit(1);
  if (before !== undefined) return { ...before, edition: before.edition + 1 };
  const year = numberYear(month);
  const serial = await nextSerial(tx, issuer_id, year);
  const number = invoiceNumber(issuerCode(issuer.register_code, issuer_id), month, serial);
  return { year, serial, edition: 1, number };
}

const languageWord = z.enum(languages).nullable();
/** Rows written by one statement. */
const chunk = 1000;

async function freeze(tx: Tx, invoice_id: number, rows: readonly BookedRow[]): Promise<void> {
  const frozen = rows.map(
    ({ kind, case_id, adjustment_id, priority, length_class, amount_minor }, index) => ({
      invoice_id,
      position: index + 1,
      kind,
      case_id,
      adjustment_id,
      priority,
      length_class,
      amount_minor,
    }),
  );
  for (let from = 0; from < frozen.length; from += chunk)
    await tx.insert(invoiceRows).values(frozen.slice(from, from + chunk));
}

export async function issueInvoice(tx: Tx, given: NewInvoice, { caller, now, time_zone }: InvoiceChange) {
  const { hospital_id, issuer_id, closing_id, month, currency, rows } = given;
  const hospital = await readGroup(tx, hospital_id);
  const issuer = await readGroup(tx, issuer_id);
  const issued_on = dateInZone(now.getTime(), zoneOffset(time_zone));
  const [made] = await tx
    .insert(invoices)
    .values({
      closing_id,
      hospital_id,
      issuer_id,
      month,
      currency,
      ...(await numberOf(tx, given, issuer)),
      issued_on,
      due_on: dueDate(issued_on),
      language: invoiceLanguage(languageWord.parse(hospital.invoice_language), hospital.time_zone),
      tax_rate_bp: hospital.tax_rate_bp,
      ...invoiceSums(rows, currency, hospital.tax_rate_bp),
      parties: { hospital: partyOf(hospital), issuer: partyOf(issuer) },
      created_at: now,
    })
    .returning({ invoice_id: invoices.invoice_id });
  if (made === undefined) throw new Error('an invoice was not made');
  await freeze(tx, made.invoice_id, rows);
  await tx.insert(invoiceStates).values({
    invoice_id: made.invoice_id,
    state: 'open',
    on_day: issued_on,
    created_at: now,
    created_by: caller.id,
  });
}

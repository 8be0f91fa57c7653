/**
 * Issues invoices: numbers and editions, sums, the current data of the parties, rows, and the open state. All invoices
 * of a closing are written by a few statements, however many accounts it contains.
 */
import { dueDate, invoiceNumber, issuerCode, numberYear } from '@rhythmdesk/domain/billing/invoice-states';
import { invoiceSums } from '@rhythmdesk/domain/billing/invoice-sums';
import type { Currency } from '@rhythmdesk/domain/billing/money';
import type { CalendarMonth } from '@rhythmdesk/domain/kit/brand';
import { dateInZone } from '@rhythmdesk/domain/kit/calendar';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { hospitalLanguage } from '@rhythmdesk/domain/people/hospital-language';
import type { Tx } from '../../../platform/db/database.ts';
import { invoices, invoiceStates, type InvoiceParty } from '../../../platform/db/schema/invoices.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { zoneOffset, type Account, type InvoiceChange } from './account-query.ts';
import type { BookedRow } from './rows-to-freeze.ts';

export type NewInvoice = Account & {
  readonly closing_id: number;
  readonly currency: Currency;
  readonly rows: readonly BookedRow[];
};
type Group = typeof userGroups.$inferSelect;

async function readGroups(tx: Tx, given: readonly Account[]): Promise<(id: number) => Group> {
  const ids = new Set(given.flatMap(({ hospital_id, issuer_id }) => [hospital_id, issuer_id]));
  const groups = await tx
    .select()
    .from(userGroups)
    .where(inArray(userGroups.id, [...ids]));
  const byId = new Map(groups.map((group) => [group.id, group]));
  return (id) => {
    const group = byId.get(id);
    if (group === undefined) throw new Error(`no group ${String(id)}`);
    return group;
  };
}

const partyOf = (group: Group): InvoiceParty => ({
  name: group.name,
  postcode: group.postcode,
  address: group.billing_address === '' ? group.address : group.billing_address,
  email: group.billing_email,
  tax_number: group.tax_number,
  bank_account: group.bank_account,
});

type Numbered = { year: number; serial: number; edition: number; number: string };
type Keyed = Account & { readonly currency: string };
const invoiceKeyOf = ({ hospital_id, issuer_id, currency }: Keyed): string =>
  `${String(hospital_id)} ${String(issuer_id)} ${currency}`;

/** Returns the last edition of each of the month's invoices, by account and currency. */
async function readEditions(tx: Tx, month: CalendarMonth, given: readonly NewInvoice[]) {
  const editions = await tx
    .select({
      hospital_id: invoices.hospital_id,
      issuer_id: invoices.issuer_id,
      currency: invoices.currency,
      year: invoices.year,
      serial: invoices.serial,
      edition: invoices.edition,
      number: invoices.number,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.month, month),
        inArray(
          invoices.hospital_id,
          given.map(({ hospital_id }) => hospital_id),
        ),
      ),
    )
    .orderBy(invoices.edition);
  return new Map(
    editions.map(({ hospital_id, issuer_id, currency, ...last }) => [
      invoiceKeyOf({ hospital_id, issuer_id, currency }),
      last,
    ]),
  );
}

const serialRow = z.object({ serial: z.coerce.number().int() });

/**
 * Returns the issuers' next numbers of the year, in the requested order; their rows are locked until the transaction
 * ends.
 */
async function nextSerials(tx: Tx, issuer_ids: readonly number[], year: number): Promise<number[]> {
  const { rows } = await tx.execute(sql`select next_invoice_serial(i.issuer_id, ${year}) as serial
    from unnest(${sql.param(issuer_ids)}::bigint[]) with ordinality i (issuer_id, place) order by i.place`);
  return rows.map((row) => serialRow.parse(row).serial);
}

/**
 * Returns a number for each invoice, in the given order: its number before the month was reopened, otherwise its
 * issuer's next.
 */
async function numberAll(
  tx: Tx,
  month: CalendarMonth,
  given: readonly NewInvoice[],
  groupOf: (id: number) => Group,
): Promise<Numbered[]> {
  const editions = await readEditions(tx, month, given);
  const year = numberYear(month);
  const isNew = (invoice: NewInvoice): boolean => !editions.has(invoiceKeyOf(invoice));
  const issuers = given.filter(isNew).map(({ issuer_id }) => issuer_id);
  const serials = (await nextSerials(tx, issuers, year)).values();
  return given.map((invoice) => {
    const before = editions.get(invoiceKeyOf(invoice));
    if (before !== undefined) return { ...before, edition: before.edition + 1 };
    const serial = serials.next().value;
    if (serial === undefined) throw new Error('an invoice got no number');
    const code = issuerCode(groupOf(invoice.issuer_id).register_code, invoice.issuer_id);
    return { year, serial, edition: 1, number: invoiceNumber(code, month, serial) };
  });
}

/** Limits of one statement: values can have at most 65,535 parameters, and an array of rows is held in memory. */
const mostInvoices = 1000;
const mostRows = 20_000;

function* parts<Item>(items: readonly Item[], most: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}

type FrozenRow = BookedRow & { readonly invoice_id: number; readonly position: number };

/** Inserts rows as one array per column, because one parameter per value takes a hundred times as long to parse. */
async function freeze(tx: Tx, rows: readonly FrozenRow[]): Promise<void> {
  const column = (name: keyof FrozenRow): SQL => sql`${sql.param(rows.map((row) => row[name]))}`;
  await tx.execute(sql`insert into invoice_rows
      (invoice_id, position, kind, case_id, adjustment_id, priority, length_class, amount_minor)
    select * from unnest(${column('invoice_id')}::bigint[], ${column('position')}::integer[], ${column('kind')}::text[],
      ${column('case_id')}::bigint[], ${column('adjustment_id')}::bigint[], ${column('priority')}::text[],
      ${column('length_class')}::text[], ${column('amount_minor')}::bigint[])`);
}

async function insertInvoices(
  tx: Tx,
  month: CalendarMonth,
  given: readonly NewInvoice[],
  { now, time_zone }: InvoiceChange,
) {
  const groupOf = await readGroups(tx, given);
  const numbers = await numberAll(tx, month, given, groupOf);
  const issued_on = dateInZone(now.getTime(), zoneOffset(time_zone));
  const drafts = numbers.flatMap((numbered, index) => {
    const invoice = given[index];
    if (invoice === undefined) return [];
    const { rows, ...facts } = invoice;
    const [hospital, issuer] = [groupOf(facts.hospital_id), groupOf(facts.issuer_id)];
    return {
      ...facts,
      ...numbered,
      month,
      issued_on,
      due_on: dueDate(issued_on),
      language: hospitalLanguage(hospital),
      tax_rate_bp: hospital.tax_rate_bp,
      ...invoiceSums(rows, facts.currency, hospital.tax_rate_bp),
      parties: { hospital: partyOf(hospital), issuer: partyOf(issuer) },
      created_at: now,
    };
  });
  const made = new Map<string, number>();
  for (const part of parts(drafts, mostInvoices))
    for (const { invoice_id, ...keyed } of await tx.insert(invoices).values(part).returning({
      invoice_id: invoices.invoice_id,
      hospital_id: invoices.hospital_id,
      issuer_id: invoices.issuer_id,
      currency: invoices.currency,
    }))
      made.set(invoiceKeyOf(keyed), invoice_id);
  return { made, issued_on };
}

/** Issues one invoice for each of the month's accounts and currencies, numbered in the given order. */
export async function issueInvoices(
  tx: Tx,
  month: CalendarMonth,
  given: readonly NewInvoice[],
  change: InvoiceChange,
): Promise<void> {
  const { made, issued_on } = await insertInvoices(tx, month, given, change);
  const frozen = given.flatMap((invoice) => {
    const invoice_id = made.get(invoiceKeyOf(invoice));
    if (invoice_id === undefined) throw new Error('an invoice was not made');
    return invoice.rows.map((row, index) => ({ ...row, invoice_id, position: index + 1 }));
  });
  for (const part of parts(frozen, mostRows)) await freeze(tx, part);
  const opened = {
    state: 'open' as const,
    on_day: issued_on,
    created_at: change.now,
    created_by: change.caller.id,
  };
  for (const part of parts([...made.values()], mostInvoices))
    await tx.insert(invoiceStates).values(part.map((invoice_id) => ({ invoice_id, ...opened })));
}

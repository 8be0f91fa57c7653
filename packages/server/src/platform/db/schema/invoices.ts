/**
 * Defines the tables of invoices: closed months of accounts, their frozen rows, later adjustments, and the state of
 * each invoice.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { identity, instant, rowRef } from './columns.ts';
import { userGroups, users } from './people.ts';

/** A month of an account. An account is what one hospital owes one center. */
const account = {
  hospital_id: rowRef('hospital_id')
    .notNull()
    .references(() => userGroups.id),
  issuer_id: rowRef('issuer_id')
    .notNull()
    .references(() => userGroups.id),
  /** `YYYY-MM` of the billing time zone. */
  month: text('month').notNull(),
};
const minor = (name: string) => bigint(name, { mode: 'number' }).notNull();

export const invoiceClosings = pgTable(
  'invoice_closings',
  {
    closing_id: identity('closing_id').primaryKey(),
    ...account,
    time_zone: text('time_zone').notNull(),
    closed_at: instant('closed_at').notNull(),
    closed_by: rowRef('closed_by')
      .notNull()
      .references(() => users.id),
    reopened_at: instant('reopened_at'),
    reopened_by: rowRef('reopened_by').references(() => users.id),
    reopen_reason: text('reopen_reason'),
  },
  (t) => [
    uniqueIndex('invoice_closings_standing')
      .on(t.hospital_id, t.issuer_id, t.month)
      .where(sql`reopened_at is null`),
    index('invoice_closings_months')
      .on(t.month)
      .where(sql`reopened_at is null`),
  ],
);

/** One party of an invoice as it was when the month was closed. */
export type InvoiceParty = {
  readonly name: string;
  readonly postcode: string;
  readonly address: string;
  readonly email: string;
  readonly tax_number: string;
  readonly bank_account: string;
};

export const invoices = pgTable(
  'invoices',
  {
    invoice_id: identity('invoice_id').primaryKey(),
    closing_id: rowRef('closing_id')
      .notNull()
      .references(() => invoiceClosings.closing_id),
    ...account,
    currency: text('currency').notNull(),
    year: integer('year').notNull(),
    serial: integer('serial').notNull(),
    /** A month that was reopened and closed again keeps its number and gets the next edition. */
    edition: integer('edition').notNull(),
    number: text('number').notNull(),
    issued_on: date('issued_on', { mode: 'string' }).notNull(),
    due_on: date('due_on', { mode: 'string' }).notNull(),
    language: text('language').notNull(),
    tax_rate_bp: integer('tax_rate_bp').notNull(),
    case_count: integer('case_count').notNull(),
    urgent_count: integer('urgent_count').notNull(),
    cases_minor: minor('cases_minor'),
    adjustment_count: integer('adjustment_count').notNull(),
    adjustments_minor: minor('adjustments_minor'),
    net_minor: minor('net_minor'),
    tax_minor: minor('tax_minor'),
    total_minor: minor('total_minor'),
    parties: jsonb('parties')
      .$type<{ readonly hospital: InvoiceParty; readonly issuer: InvoiceParty }>()
      .notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoices_edition').on(t.issuer_id, t.year, t.serial, t.edition),
    uniqueIndex('invoices_once').on(t.closing_id, t.currency),
    index('invoices_month').on(t.month, t.hospital_id, t.issuer_id),
  ],
);

/** A change of what a completed case costs, booked in the month that was open. */
export const invoiceAdjustments = pgTable(
  'invoice_adjustments',
  {
    adjustment_id: identity('adjustment_id').primaryKey(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    ...account,
    /** The month in which the case was billed. */
    case_month: text('case_month').notNull(),
    kind: text('kind').notNull(),
    amount_minor: minor('amount_minor'),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    check('invoice_adjustments_kind', sql`${t.kind} in ('price', 'credit')`),
    index('invoice_adjustments_month_index').on(t.month, t.hospital_id),
    index('invoice_adjustments_case').on(t.case_id),
  ],
);

/** The rows that an invoice is the sum of. */
export const invoiceRows = pgTable(
  'invoice_rows',
  {
    invoice_id: rowRef('invoice_id')
      .notNull()
      .references(() => invoices.invoice_id),
    position: integer('position').notNull(),
    kind: text('kind').notNull(),
    case_id: rowRef('case_id')
      .notNull()
      .references(() => cases.case_id),
    adjustment_id: rowRef('adjustment_id').references(() => invoiceAdjustments.adjustment_id),
    priority: text('priority').notNull(),
    length_class: text('length_class').notNull(),
    amount_minor: minor('amount_minor'),
  },
  (t) => [primaryKey({ columns: [t.invoice_id, t.position] }), index('invoice_rows_of_case').on(t.case_id)],
);

/** The states of an invoice; the last row is the current one. */
export const invoiceStates = pgTable(
  'invoice_states',
  {
    state_id: identity('state_id').primaryKey(),
    invoice_id: rowRef('invoice_id')
      .notNull()
      .references(() => invoices.invoice_id),
    state: text('state').notNull(),
    on_day: date('on_day', { mode: 'string' }).notNull(),
    created_at: instant('created_at').notNull(),
    created_by: rowRef('created_by')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('invoice_states_last').on(t.invoice_id, t.state_id.desc())],
);

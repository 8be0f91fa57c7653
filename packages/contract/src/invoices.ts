/**
 * Defines the routes for invoices: months, the accounts of a month, the cases behind each account, and the actions on
 * them. An account is what one hospital owes one center. Every amount is in minor units of its currency.
 */
import { adjustmentKinds } from '@rhythmdesk/domain/billing/adjustments';
import { invoiceStates } from '@rhythmdesk/domain/billing/invoice-states';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { isCalendarMonth } from '@rhythmdesk/domain/kit/calendar';
import { z } from 'zod';
import { calendarDate, done, instant, listOf, pageFields, pageOf, rowId, text, whole } from './fields.ts';
import { groupName } from './people.ts';
import { currencies } from './prices.ts';
import { defineRoutes } from './route.ts';

const month = z.string().refine((value): boolean => isCalendarMonth(value));
const currency = z.enum(currencies);
const count = z.number().int();
const minor = z.number().int();

const monthRow = z.object({
  year: count,
  /** `YYYY-MM` of the billing time zone. */
  month: z.string(),
  confirmed_count: count,
  adjustment_count: count,
  /** The number of accounts with any entry in the month, and how many of them are closed. */
  account_count: count,
  closed_count: count,
});
export type InvoiceMonth = z.output<typeof monthRow>;

const issued = z.object({
  invoice_id: count,
  number: z.string(),
  edition: count,
  issued_on: z.string(),
  due_on: z.string(),
  tax_rate_bp: count,
  tax_minor: minor,
  total_minor: minor,
  state: z.enum(invoiceStates),
  /** The day on which the state was set. */
  state_on: z.string(),
  /** The hospital's current address for invoices; empty if it has none. */
  mail_to: z.string(),
});

const account = z.object({
  hospital: groupName,
  issuer: groupName,
  /** Null for cases without a price, which are in no sum. */
  currency: currency.nullable(),
  case_count: count,
  urgent_count: count,
  cases_minor: minor,
  adjustment_count: count,
  adjustments_minor: minor,
  net_minor: minor,
  is_closed: z.boolean(),
  /** Present for a closed month. */
  invoice: issued.nullable(),
  /** Invoices cancelled by a reopening, the latest first; each stays readable. */
  earlier: z.array(
    z.object({
      invoice_id: count,
      number: z.string(),
      edition: count,
      issued_on: z.string(),
      total_minor: minor,
      /** The reason for the reopening. */
      reason: z.string(),
    }),
  ),
});
export type InvoiceAccount = z.output<typeof account>;

const row = z.object({
  kind: z.enum(['case', 'adjustment']),
  case_id: count,
  hn_id: z.string(),
  hospital: groupName,
  tech_center: groupName,
  patient_id: z.string().nullable(),
  priority: z.enum(priorities),
  length_class: z.enum(lengthClasses),
  worn_from: z.string().nullable(),
  worn_until: z.string().nullable(),
  uploaded_at: instant,
  started_at: instant.nullable(),
  confirmed_at: instant,
  currency: currency.nullable(),
  amount_minor: minor.nullable(),
  /** Present for an adjustment. */
  adjustment: z
    .object({
      kind: z.enum(adjustmentKinds),
      case_month: z.string(),
      reason: z.string(),
      created_at: instant,
      created_by: z.string(),
    })
    .nullable(),
});
export type InvoiceDetail = z.output<typeof row>;

const openPoint = z.object({ case_id: count, hn_id: z.string(), hospital: groupName, confirmed_at: instant });

const accountKey = { month, hospital_id: rowId, issuer_id: rowId };
const reason = text(500);
const sheet = { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

export const invoiceRoutes = defineRoutes({
  invoices: {
    method: 'GET',
    path: 'invoice/invoices',
    allow: 'invoice.read',
    audit: 'none',
    summary: 'Returns confirmed cases by year and month, newest first; without a year the last 13 months.',
    input: z.strictObject({ year: whole(2000, 2199).optional() }),
    output: z.object({ items: z.array(monthRow), time_zone: z.string(), today: z.string() }),
  },
  invoice: {
    method: 'GET',
    path: 'invoice/invoice',
    allow: 'invoice.read',
    audit: 'none',
    summary:
      'Returns what each hospital owes each center for a month, one row per currency; frozen if closed.',
    input: z.strictObject({ month }),
    output: z.object({
      month: z.string(),
      items: z.array(account),
      totals: z.array(
        z.object({
          currency,
          case_count: count,
          adjustment_count: count,
          net_minor: minor,
          hospital_count: count,
        }),
      ),
      confirmed_count: count,
      unpriced_count: count,
      time_zone: z.string(),
      /** The month is over and may be closed. */
      is_over: z.boolean(),
    }),
  },
  invoiceRows: {
    method: 'GET',
    path: 'invoice/rows',
    allow: 'invoice.read',
    audit: 'case.list',
    summary: 'Returns the cases and adjustments of an account’s month, the last confirmed first.',
    input: z.strictObject({
      ...accountKey,
      /** `none` selects the cases without a price; absent selects all. */
      currency: z.union([currency, z.literal('none')]).optional(),
      ...pageFields,
    }),
    output: pageOf(row),
  },
  exportInvoice: {
    method: 'GET',
    path: 'invoice/export',
    allow: 'invoice.read',
    audit: 'invoice.export',
    summary:
      'Returns the cases and adjustments of a month as a spreadsheet, of all accounts or of some hospitals.',
    input: z.strictObject({ month, hospital_id: listOf(rowId).optional() }),
    output: sheet,
  },
  invoiceChecklist: {
    method: 'GET',
    path: 'invoice/checklist',
    allow: 'invoice.close',
    audit: 'case.list',
    summary: 'Returns what prevents closing a month: cases without a price, open corrections.',
    input: z.strictObject({ month }),
    output: z.object({
      /** The number of accounts that would be closed. */
      account_count: count,
      unpriced_count: count,
      correction_count: count,
      /** The first of these cases. */
      unpriced: z.array(openPoint),
      corrections: z.array(openPoint),
      /** Hospitals without an e-mail address for invoices. */
      without_address: z.array(groupName),
      /** Hospitals and issuers with characters that the invoices print as a mark, in their details or in reasons. */
      unprintable: z.array(z.object({ group: groupName, characters: z.array(z.string()) })),
    }),
  },
  closeInvoiceMonth: {
    method: 'POST',
    path: 'invoice/close',
    allow: 'invoice.close',
    audit: 'invoice.close',
    summary:
      'Closes a month for every account in scope: its figures are frozen as invoices. The request acknowledges the displayed counts of the checklist.',
    input: z.strictObject({ month, unpriced_count: whole(0), correction_count: whole(0) }),
    output: z.object({ closed: count, invoices: count }),
    success: 201,
  },
  reopenInvoiceMonth: {
    method: 'POST',
    path: 'invoice/reopen',
    allow: 'invoice.reopen',
    audit: 'invoice.reopen',
    summary: 'Reopens an account’s closed month, with a reason; for level 5. A paid invoice stays closed.',
    input: z.strictObject({ ...accountKey, reason }),
    output: done,
    success: 201,
  },
  adjustInvoice: {
    method: 'POST',
    path: 'invoice/adjustment',
    allow: 'invoice.close',
    audit: 'invoice.adjust',
    summary:
      'Changes what a confirmed case costs, or credits it if its report was voided. It is booked in the earliest open month.',
    input: z.strictObject({
      case_id: rowId,
      kind: z.enum(adjustmentKinds),
      /** For a price adjustment: what the case should cost. */
      currency: currency.optional(),
      amount_minor: whole(0, 1_000_000_000_000).optional(),
      reason,
    }),
    output: z.object({ adjustment_id: count, month: z.string(), currency, amount_minor: minor }),
    success: 201,
  },
  setInvoiceState: {
    method: 'PUT',
    path: 'invoice/state',
    allow: 'invoice.close',
    audit: 'invoice.state',
    summary: 'Sets an invoice to sent or paid on a day, or to open.',
    input: z.strictObject({ invoice_id: rowId, state: z.enum(invoiceStates), on: calendarDate }),
    output: done,
  },
  mailInvoice: {
    method: 'POST',
    path: 'invoice/mail',
    allow: 'invoice.close',
    audit: 'invoice.mail',
    summary:
      'Sends an invoice to the hospital’s e-mail address for invoices, if it is still the displayed one. The invoice is marked as sent once the mail was sent.',
    input: z.strictObject({ invoice_id: rowId, to: text(120) }),
    output: z.object({ to: z.string() }),
    success: 201,
  },
  invoiceDocument: {
    method: 'GET',
    path: 'invoice/:invoice_id/document',
    allow: 'invoice.read',
    audit: 'invoice.document',
    summary: 'Returns an invoice to print, in the hospital’s language.',
    input: z.strictObject({ invoice_id: rowId }),
    output: { binary: 'application/pdf' },
  },
});

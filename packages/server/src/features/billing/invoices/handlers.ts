/** Handles the routes of the invoices. */
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { BillingDependencies } from '../handlers.ts';
import type { InvoiceChange } from './account-query.ts';
import { adjustCase } from './adjust-case.ts';
import { readChecklist } from './checklist.ts';
import { closeMonth } from './close-month.ts';
import { answerSheet } from '../../../platform/spreadsheet/answer-sheet.ts';
import { invoiceSheet } from './export-invoice.ts';
import { readAccounts } from './invoice-accounts.ts';
import { invoiceDocument } from './invoice-document.ts';
import { listMonths } from './invoice-months.ts';
import { listInvoiceRows } from './invoice-rows.ts';
import { setInvoiceState } from './invoice-state.ts';
import { mailInvoice } from './mail-invoice.ts';
import { reopenMonth } from './reopen-month.ts';

type Calling = { readonly caller: Caller };
const ok = { ok: true } as const;

export function invoiceHandlers({
  db,
  clock,
  billing_time_zone: time_zone,
}: BillingDependencies): Handlers<typeof invoiceRoutes> {
  const changeBy = ({ caller }: Calling): InvoiceChange => ({ caller, now: clock.now(), time_zone });
  return {
    invoices: ({ caller, input }) => listMonths(db, input, { caller, time_zone, now: clock.now() }),
    invoice: ({ caller, input }) =>
      readAccounts(db, { caller, month: calendarMonth(input.month), time_zone }, clock.now()),
    invoiceRows: ({ caller, input }) => listInvoiceRows(db, caller, input, time_zone),
    exportInvoice: async (call) => answerSheet(await invoiceSheet(db, call, time_zone), call.signal),
    invoiceChecklist: ({ caller, input }) =>
      readChecklist(db, {
        caller,
        permission: 'invoice.close',
        month: calendarMonth(input.month),
        time_zone,
      }),
    closeInvoiceMonth: (call) => closeMonth(db, call.input, changeBy(call)),
    reopenInvoiceMonth: async (call) => {
      await reopenMonth(db, call.input, changeBy(call));
      return ok;
    },
    adjustInvoice: (call) => adjustCase(db, call.input, changeBy(call)),
    setInvoiceState: async (call) => {
      await setInvoiceState(db, call.input, changeBy(call));
      return ok;
    },
    mailInvoice: (call) => mailInvoice(db, call.input, changeBy(call)),
    invoiceDocument: (call) => invoiceDocument(db, call),
  };
}

/** Changes the state of an invoice. A user sets it with its day; only valid invoices can be changed. */
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { invoiceStateFault, invoiceStates } from '@rhythmdesk/domain/billing/invoice-states';
import { calendarDate, dateInZone } from '@rhythmdesk/domain/kit/calendar';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { invoiceStates as stateRows } from '../../../platform/db/schema/invoices.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal, refuseField } from '../../../platform/http/refusal.ts';
import { accountScope, zoneOffset, type InvoiceChange } from './account-query.ts';
import { lockAccount } from './lock-account.ts';

type Input = ParsedOf<typeof invoiceRoutes.setInvoiceState>;

const whole = z.coerce.number().int();
const found = z.object({
  hospital_id: whole,
  issuer_id: whole,
  number: z.string(),
  issued_on: z.string().transform((day) => calendarDate(day)),
  is_standing: z.boolean(),
  state: z.enum(invoiceStates),
});

async function readInvoice(tx: Tx, invoice_id: number, { caller }: InvoiceChange) {
  const scope = accountScope(caller, 'invoice.close', {
    hospital: sql`i.hospital_id`,
    issuer: sql`i.issuer_id`,
  });
  const { rows } = await tx.execute(sql`
    select i.hospital_id, i.issuer_id, i.number, i.issued_on::text, k.reopened_at is null as is_standing,
      (select s.state from invoice_states s where s.invoice_id = i.invoice_id order by s.state_id desc limit 1) as state
    from invoices i join invoice_closings k on k.closing_id = i.closing_id
    where i.invoice_id = ${invoice_id} and ${scope}`);
  if (rows[0] === undefined) throw new Refusal('object/not-found');
  return found.parse(rows[0]);
}

async function setState(tx: Tx, { invoice_id, state, on }: Input, change: InvoiceChange): Promise<void> {
  await lockAccount(tx, await readInvoice(tx, invoice_id, change));
  const invoice = await readInvoice(tx, invoice_id, change);
  if (!invoice.is_standing) throw new Refusal('billing/month-not-closed');
  const today = dateInZone(change.now.getTime(), zoneOffset(change.time_zone));
  const fault = invoiceStateFault(invoice.state, state, {
    on: calendarDate(on),
    issued: invoice.issued_on,
    today,
  });
  if (fault === 'billing/invoice-day') throw refuseField(fault, 'on');
  if (fault !== null) throw new Refusal(fault);
  await tx
    .insert(stateRows)
    .values({ invoice_id, state, on_day: on, created_at: change.now, created_by: change.caller.id });
  noteAudit({ target: `invoice/${invoice.number}: ${state}` });
}

export async function setInvoiceState(db: Db, input: Input, change: InvoiceChange): Promise<void> {
  await transact(db, (tx) => setState(tx, input, change));
}

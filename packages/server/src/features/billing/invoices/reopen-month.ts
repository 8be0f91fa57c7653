/**
 * Reopens a closed month of an account: its invoices stay readable as editions that are no longer valid, and the next
 * closing issues the next editions under the same numbers. A month with a paid invoice stays closed.
 */
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { invoiceClosings } from '../../../platform/db/schema/invoices.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { accountScope, type InvoiceChange } from './account-query.ts';
import { lockAccount } from './lock-account.ts';

type Input = ParsedOf<typeof invoiceRoutes.reopenInvoiceMonth>;

const paid = z.object({ paid: z.coerce.number() });

async function isPaid(tx: Tx, closing_id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select count(*) as paid from invoices i
    where i.closing_id = ${closing_id} and 'paid' = (select s.state from invoice_states s
      where s.invoice_id = i.invoice_id order by s.state_id desc limit 1)`);
  return paid.parse(rows[0]).paid > 0;
}

async function reopen(tx: Tx, input: Input, { caller, now }: InvoiceChange): Promise<void> {
  const { month, hospital_id, issuer_id, reason } = input;
  await lockAccount(tx, { hospital_id, issuer_id });
  const scope = accountScope(caller, 'invoice.reopen', {
    hospital: sql`${invoiceClosings.hospital_id}`,
    issuer: sql`${invoiceClosings.issuer_id}`,
  });
  const [standing] = await tx
    .select({ closing_id: invoiceClosings.closing_id })
    .from(invoiceClosings)
    .where(
      and(
        eq(invoiceClosings.hospital_id, hospital_id),
        eq(invoiceClosings.issuer_id, issuer_id),
        eq(invoiceClosings.month, month),
        isNull(invoiceClosings.reopened_at),
        scope,
      ),
    );
  if (standing === undefined) throw new Refusal('billing/month-not-closed');
  if (await isPaid(tx, standing.closing_id)) throw new Refusal('billing/invoice-paid');
  await tx
    .update(invoiceClosings)
    .set({ reopened_at: now, reopened_by: caller.id, reopen_reason: reason })
    .where(eq(invoiceClosings.closing_id, standing.closing_id));
  noteAudit({ target: `invoices/${month}: institution/${String(hospital_id)}`, reason });
}

export async function reopenMonth(db: Db, input: Input, change: InvoiceChange): Promise<void> {
  await transact(db, (tx) => reopen(tx, input, change));
}

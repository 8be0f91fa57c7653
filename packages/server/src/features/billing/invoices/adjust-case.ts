/**
 * Books an adjustment: a new price for a confirmed case, or no price because its report was voided. It is booked in the
 * case's own month if that is open, otherwise in the earliest open month after it.
 */
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { costOf, credited, repriced } from '@rhythmdesk/domain/billing/adjustments';
import { billedMonth, openMonthFrom } from '@rhythmdesk/domain/billing/invoices';
import { isCurrency, money, type Money } from '@rhythmdesk/domain/billing/money';
import { refuse, type Result } from '@rhythmdesk/domain/kit/result';
import { and, asc, eq, sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { invoiceAdjustments } from '../../../platform/db/schema/invoices.ts';
import { transact } from '../../../platform/db/transact.ts';
import { orRefuse, Refusal } from '../../../platform/http/refusal.ts';
import { accountScope, zoneOffset, type InvoiceChange } from './account-query.ts';
import { closedMonths, lockAccount } from './lock-account.ts';

type Input = ParsedOf<typeof invoiceRoutes.adjustInvoice>;

async function confirmedCase(tx: Tx, case_id: number, { caller }: InvoiceChange) {
  const scope = accountScope(caller, 'invoice.close', {
    hospital: sql`${cases.hospital_id}`,
    issuer: sql`${cases.tech_center_id}`,
  });
  const [row] = await tx
    .select({
      hospital_id: cases.hospital_id,
      issuer_id: cases.tech_center_id,
      confirmed_date: cases.confirmed_date,
      price_minor: cases.price_minor,
      currency: cases.currency,
    })
    .from(cases)
    .where(and(eq(cases.case_id, case_id), scope));
  if (row === undefined) throw new Refusal('object/not-found');
  const { confirmed_date, issuer_id } = row;
  if (confirmed_date === null || issuer_id === null) throw new Refusal('billing/not-confirmed');
  return { ...row, confirmed_date, issuer_id };
}

const amountIn = (currency: string | null, amount_minor: number | null): Money | null =>
  currency === null || amount_minor === null || !isCurrency(currency) ? null : money(currency, amount_minor);

async function costNow(tx: Tx, case_id: number, price: Money | null): Promise<Money | null> {
  const booked = await tx
    .select({ currency: invoiceAdjustments.currency, amount_minor: invoiceAdjustments.amount_minor })
    .from(invoiceAdjustments)
    .where(eq(invoiceAdjustments.case_id, case_id))
    .orderBy(asc(invoiceAdjustments.adjustment_id));
  const amounts = booked.flatMap(({ currency, amount_minor }) => amountIn(currency, amount_minor) ?? []);
  return costOf(price, amounts);
}

function difference({ kind, currency, amount_minor }: Input, cost: Money | null): Result<Money> {
  if (kind === 'credit') return credited(cost);
  if (currency === undefined || amount_minor === undefined)
    return refuse('input/invalid', {
      [currency === undefined ? 'currency' : 'amount_minor']: 'refusal.input.invalid',
    });
  return repriced(cost, money(currency, amount_minor));
}

async function adjust(tx: Tx, input: Input, change: InvoiceChange) {
  const { case_id, kind, reason } = input;
  const { hospital_id, issuer_id, ...row } = await confirmedCase(tx, case_id, change);
  await lockAccount(tx, { hospital_id, issuer_id });
  const cost = await costNow(tx, case_id, amountIn(row.currency, row.price_minor));
  const amount = orRefuse(difference(input, cost));
  const case_month = billedMonth(row.confirmed_date.getTime(), zoneOffset(change.time_zone));
  const month = openMonthFrom(case_month, await closedMonths(tx, { hospital_id, issuer_id }));
  const [made] = await tx
    .insert(invoiceAdjustments)
    .values({
      case_id,
      hospital_id,
      issuer_id,
      month,
      case_month,
      kind,
      ...amount,
      reason,
      created_at: change.now,
      created_by: change.caller.id,
    })
    .returning({ adjustment_id: invoiceAdjustments.adjustment_id });
  if (made === undefined) throw new Error('an adjustment was not booked');
  noteAudit({ case_id, target: `invoices/${month}: ${kind}`, reason });
  return { ...made, month, ...amount };
}

export async function adjustCase(db: Db, input: Input, change: InvoiceChange) {
  return transact(db, (tx) => adjust(tx, input, change));
}

/**
 * Sends an invoice by mail: a user queues it, a job makes it and sends it with its PDF, and it is marked as sent once a
 * mail server has accepted it. Running it twice sends the same mail again under the same id and marks nothing twice.
 */
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { dateInZone } from '@rhythmdesk/domain/kit/calendar';
import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../../platform/db/database.ts';
import { invoiceClosings, invoices, invoiceStates } from '../../../platform/db/schema/invoices.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { GiveUp } from '../../../platform/jobs/give-up.ts';
import type { JobPayload } from '../../../platform/jobs/job-names.ts';
import { MailRefused, type MailPort } from '../../../platform/mail/mail-port.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { accountScope, zoneOffset, type InvoiceChange } from './account-query.ts';
import { makeInvoicePdf, mailParameters } from './invoice-document.ts';
import { lockAccount } from './lock-account.ts';

type Input = ParsedOf<typeof invoiceRoutes.mailInvoice>;

/**
 * Queues the invoice if its month is closed. It is sent to the address that the user saw, if the hospital still has
 * that address.
 */
async function queue(tx: Tx, input: Input, { caller }: InvoiceChange): Promise<{ to: string }> {
  const { invoice_id } = input;
  const scope = accountScope(caller, 'invoice.close', {
    hospital: sql`${invoices.hospital_id}`,
    issuer: sql`${invoices.issuer_id}`,
  });
  const [found] = await tx
    .select({
      number: invoices.number,
      reopened_at: invoiceClosings.reopened_at,
      to: userGroups.billing_email,
    })
    .from(invoices)
    .innerJoin(invoiceClosings, eq(invoiceClosings.closing_id, invoices.closing_id))
    .innerJoin(userGroups, eq(userGroups.id, invoices.hospital_id))
    .where(and(eq(invoices.invoice_id, invoice_id), scope));
  if (found === undefined) throw new Refusal('object/not-found');
  if (found.reopened_at !== null) throw new Refusal('billing/month-not-closed');
  const { number, to } = found;
  if (to === '') throw new Refusal('billing/no-address');
  if (to !== input.to) throw new Refusal('billing/address-changed');
  await enqueue(tx, 'send-invoice', { mail_id: randomUUID(), invoice_id, to, user_id: caller.id });
  noteAudit({ target: `invoice/${number}: mail` });
  return { to };
}

export async function mailInvoice(db: Db, input: Input, change: InvoiceChange): Promise<{ to: string }> {
  return transact(db, (tx) => queue(tx, input, change));
}

export type InvoiceMailing = {
  readonly db: Db;
  readonly clock: Clock;
  readonly port: MailPort;
  readonly origin: string;
};
type Queued = JobPayload<'send-invoice'>;

async function readStanding(db: Queryable, invoice_id: number) {
  const [found] = await db
    .select({ invoice: invoices, closing: invoiceClosings })
    .from(invoices)
    .innerJoin(invoiceClosings, eq(invoiceClosings.closing_id, invoices.closing_id))
    .where(and(eq(invoices.invoice_id, invoice_id), isNull(invoiceClosings.reopened_at)));
  return found;
}

/** Marks an open invoice as sent; a state that a user has set meanwhile stays. */
async function markSent(tx: Tx, { invoice_id, user_id }: Queued, now: Date): Promise<void> {
  const standing = await readStanding(tx, invoice_id);
  if (standing === undefined) return;
  await lockAccount(tx, standing.invoice);
  const [last] = await tx
    .select({ state: invoiceStates.state })
    .from(invoiceStates)
    .where(eq(invoiceStates.invoice_id, invoice_id))
    .orderBy(desc(invoiceStates.state_id))
    .limit(1);
  if (last?.state !== 'open') return;
  const on_day = dateInZone(now.getTime(), zoneOffset(standing.closing.time_zone));
  await tx
    .insert(invoiceStates)
    .values({ invoice_id, state: 'sent', on_day, created_at: now, created_by: user_id });
}

/** Sends the mail; returns `useless` if its month was reopened meanwhile. */
export async function sendInvoice(mailing: InvoiceMailing, queued: Queued): Promise<'sent' | 'useless'> {
  const { db, clock, port, origin } = mailing;
  const found = await readStanding(db, queued.invoice_id);
  if (found === undefined) return 'useless';
  const { pdf, language } = await makeInvoicePdf(db, found);
  const { time_zone } = found.closing;
  const parameters = mailParameters(found, language);
  const written = writeMail({ code: 'invoice', language, time_zone, parameters, secret: null, origin });
  const filename = `${found.invoice.number}.pdf`;
  const attachments = [{ filename, media_type: 'application/pdf', bytes: pdf }];
  try {
    await port.send({ mail_id: queued.mail_id, to: queued.to, language, ...written, attachments });
  } catch (fault) {
    if (fault instanceof MailRefused) throw new GiveUp(fault);
    throw fault;
  }
  await transact(db, (tx) => markSent(tx, queued, clock.now()));
  return 'sent';
}

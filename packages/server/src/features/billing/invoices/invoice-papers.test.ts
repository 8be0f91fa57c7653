/** Tests invoices as PDF and by mail, made from frozen data. */
import { sql } from 'drizzle-orm';
import { getDocument } from 'unpdf/pdfjs';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sendInvoice } from './mail-invoice.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { invoiceStates } from '../../../platform/db/schema/invoices.ts';
import { jobs } from '../../../platform/jobs/job-names.ts';
import type { MailPort } from '../../../platform/mail/mail-port.ts';
import { codeOf } from '../../../testing/test-institutions.ts';
import { invoiceWorld } from '../../../testing/test-invoices.ts';

let world: Awaited<ReturnType<typeof invoiceWorld>>;
beforeAll(async () => {
  world = await invoiceWorld();
});

test('every language prints an invoice, with its adjustments', async () => {
  for (const [index, language] of ['en', 'ja', 'ko', 'zh'].entries()) {
    await world.setHospital({ invoice_language: language });
    const month = `2022-0${String(index + 1)}`;
    await world.addCase({ at: `${month}-10T00:00:00Z` });
    await world.credit(await world.addCase({ at: `${month}-11T00:00:00Z`, price: 18_600 }));
    await world.close(month);
    const { invoice: made } = await world.pricedAccount(month);
    const answer = await world.call(
      `invoice/${String(made?.invoice_id)}/document`,
      world.person('admin').token,
    );
    expect([language, answer.status]).toEqual([language, 200]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
});

/** Returns the text of a PDF's first page. */
async function firstPageOf(bytes: ArrayBuffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const page = await (await task.promise).getPage(1);
  const { items } = await page.getTextContent();
  await task.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

test('a credit names its reason and the invoice that billed its case', async () => {
  await world.setHospital({ invoice_language: 'en' });
  const voided = await world.addCase({ at: '2022-08-10T00:00:00Z', price: 18_600 });
  await world.close('2022-08');
  const { invoice: before } = await world.pricedAccount('2022-08');
  await world.credit(voided);
  await world.addCase({ at: '2022-09-10T00:00:00Z' });
  await world.close('2022-09');
  const { invoice: made } = await world.pricedAccount('2022-09');
  const answer = await world.call(
    `invoice/${String(made?.invoice_id)}/document`,
    world.person('admin').token,
  );
  const words = await firstPageOf(await answer.arrayBuffer());
  for (const part of [made?.number, before?.number, 'requested twice', '−¥18,600', '1 September 2022'])
    expect(words).toContain(part);
});

test('an invoice goes to the hospital’s address with its PDF, and is marked as sent once', async () => {
  await world.addCase({ at: '2022-06-10T00:00:00Z' });
  await world.close('2022-06');
  const { invoice: made } = await world.pricedAccount('2022-06');
  const to = 'accounts@hospital.example';
  const ask = (seen = to) =>
    world.ask('admin', 'POST', 'invoice/mail', { invoice_id: made?.invoice_id, to: seen });
  expect(made?.mail_to).toBe('');
  expect(codeOf(await ask())).toEqual([406, 'billing/no-address']);
  await world.setHospital({ billing_email: to });
  expect((await world.pricedAccount('2022-06')).invoice?.mail_to).toBe(to);
  expect(codeOf(await ask('former@hospital.example'))).toEqual([409, 'billing/address-changed']);
  expect((await ask()).body).toEqual({ to });
  const found = await world.pool.query(
    `delete from graphile_worker._private_jobs p using graphile_worker.jobs j
     where j.id = p.id and j.task_identifier = 'send-invoice' returning p.payload`,
  );
  const [job] = z.array(z.object({ payload: jobs['send-invoice'].payload })).parse(found.rows);
  if (job === undefined) throw new Error('no mail was queued');
  const sent: Parameters<MailPort['send']>[0][] = [];
  const port: MailPort = { send: (mail) => Promise.resolve(void sent.push(mail)) };
  const mailing = { db: world.db, clock: systemClock, port, origin: 'https://desk.example' };
  expect(await sendInvoice(mailing, job.payload)).toBe('sent');
  expect(await sendInvoice(mailing, job.payload)).toBe('sent');
  expect(new Set(sent.map(({ mail_id }) => mail_id)).size).toBe(1);
  expect(sent[0]?.to).toBe(to);
  expect(sent[0]?.subject).toContain(made?.number ?? '?');
  const [attachment] = sent[0]?.attachments ?? [];
  expect([
    attachment?.filename,
    Buffer.from(attachment?.bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ]).toEqual([`${made?.number ?? ''}.pdf`, '%PDF-']);
  expect((await world.pricedAccount('2022-06')).invoice?.state).toBe('sent');
  const states = await world.db.$count(invoiceStates, sql`invoice_id = ${made?.invoice_id}`);
  expect(states).toBe(2);
  await world.reopen('2022-06');
  expect(await sendInvoice(mailing, job.payload)).toBe('useless');
  expect(codeOf(await ask())).toEqual([409, 'billing/month-not-closed']);
});

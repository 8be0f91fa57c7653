/** Invoices asked of the running server: what a month holds, how it closes, what is frozen, and who may do it. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sendInvoice } from '../features/billing/invoices/mail-invoice.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { invoiceStates } from '../platform/db/schema/invoices.ts';
import { chargingUnits, userGroups } from '../platform/db/schema/people.ts';
import { jobs } from '../platform/jobs/job-names.ts';
import type { MailPort } from '../platform/mail/mail-port.ts';
import { codeOf, institutionWorld } from './test-institutions.ts';

type World = Awaited<ReturnType<typeof institutionWorld>>;
let world: World;
let ids: Record<'hospital' | 'far' | 'center' | 'other', number>;
let unit: number;
let serial = 0;

beforeAll(async () => {
  world = await institutionWorld();
  const [hospital, far, center, other] = await Promise.all(
    ['Hospital', 'Far hospital', 'Center', 'Other center'].map((name) => world.idOf(name)),
  );
  if (!hospital || !far || !center || !other) throw new Error('no groups');
  ids = { hospital, far, center, other };
  const [row] = await world.db
    .insert(chargingUnits)
    .values({ name: 'Standard JPY', currency: 'JPY' })
    .returning();
  unit = row?.id ?? 0;
  await world.db
    .update(userGroups)
    .set({ tax_rate_bp: 1000, invoice_language: 'ja' })
    .where(sql`${userGroups.id} = ${hospital}`);
});

type Facts = {
  at: string;
  price?: number | null;
  priority?: 'normal' | 'urgent';
  status?: string;
  far?: boolean;
};

/** A completed case of the hospital, or of the far one. */
async function addCase({ at, price = 11_400, priority = 'normal', status = 'complete', far = false }: Facts) {
  serial += 1;
  const hospital_id = far ? ids.far : ids.hospital;
  const [made] = await world.db
    .insert(cases)
    .values({
      hn_id: `HNI${String(serial).padStart(6, '0')}`,
      hospital_id,
      tech_center_id: far ? ids.other : ids.center,
      owner_id: world.person('doctor').id,
      technician_id: world.person('technician').id,
      uploader_group_id: hospital_id,
      status,
      priority,
      patient_id: `P-${String(serial)}`,
      patient_last_name: 'Secretname',
      recording_seconds: 604_800,
      requested_date: new Date('2025-01-01T00:00:00Z'),
      report_due_date: new Date('2025-01-04T00:00:00Z'),
      confirmed_date: new Date(at),
      ...(price === null ? {} : { charging_unit_id: unit, price_minor: price, currency: 'JPY' }),
    })
    .returning({ case_id: cases.case_id });
  if (made === undefined) throw new Error('no case');
  return made.case_id;
}

const invoice = z.object({
  invoice_id: z.number(),
  number: z.string(),
  edition: z.number(),
  tax_minor: z.number(),
  total_minor: z.number(),
  state: z.string(),
  state_on: z.string(),
  issued_on: z.string(),
});
const monthShape = z.object({
  items: z.array(
    z.object({
      hospital: z.object({ id: z.number() }),
      currency: z.string().nullable(),
      case_count: z.number(),
      urgent_count: z.number(),
      cases_minor: z.number(),
      adjustments_minor: z.number(),
      net_minor: z.number(),
      is_closed: z.boolean(),
      invoice: invoice.nullable(),
    }),
  ),
  totals: z.array(z.object({ currency: z.string(), net_minor: z.number() })),
  confirmed_count: z.number(),
  unpriced_count: z.number(),
  is_over: z.boolean(),
});
const read = async (month: string, who = 'admin') =>
  monthShape.parse((await world.ask(who, 'GET', `invoice/invoice?month=${month}`)).body);
async function only(month: string) {
  const { items } = await read(month);
  const [item] = items.filter(({ currency }) => currency !== null);
  if (item === undefined) throw new Error(`nothing in ${month}`);
  return item;
}
const close = (month: string, seen = { unpriced_count: 0, correction_count: 0 }, who = 'admin') =>
  world.ask(who, 'POST', 'invoice/close', { month, ...seen });
const reopen = (month: string, who = 'admin') =>
  world.ask(who, 'POST', 'invoice/reopen', {
    month,
    hospital_id: ids.hospital,
    issuer_id: ids.center,
    reason: 'wrong price policy',
  });
const credit = (case_id: number, who = 'admin') =>
  world.ask(who, 'POST', 'invoice/adjustment', { case_id, kind: 'credit', reason: 'requested twice' });

test('a month belongs to the billing zone, closes with its figures frozen, and later changes go on', async () => {
  const first = await addCase({ at: '2024-12-31T15:00:00Z', priority: 'urgent', price: 14_900 });
  await addCase({ at: '2025-01-31T14:59:59Z' });
  await addCase({ at: '2025-01-31T15:00:00Z', price: 18_600 });
  expect(await only('2025-01')).toMatchObject({
    case_count: 2,
    urgent_count: 1,
    net_minor: 26_300,
    invoice: null,
  });
  expect((await close('2025-01')).body).toEqual({ closed: 1, invoices: 1 });
  const january = await only('2025-01');
  expect(january).toMatchObject({
    is_closed: true,
    net_minor: 26_300,
    invoice: { edition: 1, tax_minor: 2630, total_minor: 28_930, state: 'open' },
  });
  expect(codeOf(await close('2025-01'))).toEqual([409, 'billing/month-closed']);
  // A voided report of the closed month is a credit in the next open one.
  expect((await credit(first)).body).toMatchObject({
    month: '2025-02',
    amount_minor: -14_900,
    currency: 'JPY',
  });
  expect(codeOf(await credit(first))).toEqual([406, 'billing/nothing-to-adjust']);
  expect(await only('2025-01')).toEqual(january);
  expect(await only('2025-02')).toMatchObject({ case_count: 1, adjustments_minor: -14_900, net_minor: 3700 });
});

test('the checklist counts what stands against closing, and a closing acknowledges what was seen', async () => {
  const unpriced = await addCase({ at: '2025-03-10T00:00:00Z', price: null });
  await addCase({ at: '2025-03-11T00:00:00Z', status: 'edit' });
  const list = await world.ask('admin', 'GET', 'invoice/checklist?month=2025-03');
  expect(list.body).toMatchObject({
    account_count: 1,
    unpriced_count: 1,
    correction_count: 1,
    unpriced: [{ case_id: unpriced }],
    without_address: [{ id: ids.hospital }],
  });
  expect(codeOf(await close('2025-03'))).toEqual([406, 'billing/checklist']);
  expect((await close('2025-03', { unpriced_count: 1, correction_count: 1 })).status).toBe(201);
  expect(await read('2025-03')).toMatchObject({ confirmed_count: 2, unpriced_count: 1 });
  // It is billed later, once somebody knows its price.
  const body = {
    case_id: unpriced,
    kind: 'price',
    currency: 'JPY',
    amount_minor: 9900,
    reason: 'no policy then',
  };
  const answer = await world.ask('admin', 'POST', 'invoice/adjustment', body);
  expect(answer.body).toMatchObject({ month: '2025-04', amount_minor: 9900 });
  const again = { ...body, currency: 'KRW' };
  expect(codeOf(await world.ask('admin', 'POST', 'invoice/adjustment', again))).toEqual([
    422,
    'billing/currency',
  ]);
});

test('a case that got its price by hand before the closing is billed with its month, once', async () => {
  const unpriced = await addCase({ at: '2025-06-10T00:00:00Z', price: null });
  const body = {
    case_id: unpriced,
    kind: 'price',
    currency: 'JPY',
    amount_minor: 9900,
    reason: 'no policy then',
  };
  expect((await world.ask('admin', 'POST', 'invoice/adjustment', body)).body).toMatchObject({
    month: '2025-06',
  });
  for (const closes of [false, true]) {
    if (closes) await close('2025-06');
    expect(await read('2025-06')).toMatchObject({
      confirmed_count: 1,
      unpriced_count: 0,
      totals: [{ currency: 'JPY', net_minor: 9900 }],
    });
  }
});

test('reopening keeps the number, raises the edition, and is level 5’s alone', async () => {
  await addCase({ at: '2025-05-10T00:00:00Z' });
  expect(codeOf(await reopen('2025-05'))).toEqual([409, 'billing/month-not-closed']);
  await close('2025-05');
  const before = await only('2025-05');
  expect((await reopen('2025-05', 'distributer')).status).toBe(403);
  expect((await reopen('2025-05')).status).toBe(201);
  const late = await addCase({ at: '2025-05-20T00:00:00Z', price: 100 });
  await close('2025-05');
  const after = await only('2025-05');
  expect([after.invoice?.number, after.invoice?.edition]).toEqual([before.invoice?.number, 2]);
  expect(after.net_minor).toBe(before.net_minor + 100);
  expect((await credit(late)).body).toMatchObject({ amount_minor: -100 });
  const set = (state: string, on: string) =>
    world.ask('admin', 'PUT', 'invoice/state', { invoice_id: after.invoice?.invoice_id, state, on });
  const issued = after.invoice?.issued_on ?? '';
  expect(codeOf(await set('paid', '2025-05-31'))).toEqual([422, 'billing/invoice-day']);
  expect((await set('sent', issued)).status).toBe(200);
  expect((await set('paid', issued)).status).toBe(200);
  expect(codeOf(await set('paid', issued))).toEqual([409, 'billing/invoice-state']);
  expect((await only('2025-05')).invoice).toMatchObject({ state: 'paid', state_on: issued });
  expect(codeOf(await reopen('2025-05'))).toEqual([406, 'billing/invoice-paid']);
  const stale = { invoice_id: before.invoice?.invoice_id, state: 'sent', on: issued };
  expect(codeOf(await world.ask('admin', 'PUT', 'invoice/state', stale))).toEqual([
    409,
    'billing/month-not-closed',
  ]);
});

test('of closings at one moment one closes, and a month that is not over stays open', async () => {
  await addCase({ at: '2025-07-10T00:00:00Z' });
  const both = await Promise.all([close('2025-07'), close('2025-07')]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(codeOf(await close('2199-01'))).toEqual([406, 'billing/month-not-over']);
  expect((await world.ask('admin', 'GET', 'invoice/invoice?month=2025-13')).status).toBe(422);
});

test('the rows of a month add up to it and name no patient', async () => {
  await addCase({ at: '2025-08-10T00:00:00Z' });
  const voided = await addCase({ at: '2025-08-11T00:00:00Z', price: 18_600 });
  await credit(voided);
  const account = `month=2025-08&hospital_id=${String(ids.hospital)}&issuer_id=${String(ids.center)}`;
  for (const closes of [false, true]) {
    if (closes) await close('2025-08');
    const { body } = await world.ask('admin', 'GET', `invoice/rows?${account}&size=100`);
    expect(body).toMatchObject({
      total: 3,
      items: [
        { kind: 'case', patient_id: expect.stringMatching(/^P-/), priority: 'normal', amount_minor: 18_600 },
        { kind: 'case', amount_minor: 11_400, uploaded_at: expect.any(String), started_at: null },
        {
          kind: 'adjustment',
          amount_minor: -18_600,
          adjustment: { kind: 'credit', reason: 'requested twice' },
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('Secretname');
    expect((await only('2025-08')).net_minor).toBe(11_400);
  }
  const sheet = await world.call('invoice/export?month=2025-08', world.person('admin').token);
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml');
});

test('a distributer invoices its own network, and nobody below level 4 looks', async () => {
  await addCase({ at: '2025-09-10T00:00:00Z' });
  const foreign = await addCase({ at: '2025-09-10T00:00:00Z', far: true });
  const own = await read('2025-09', 'distributer');
  expect(own.items.map(({ hospital }) => hospital.id)).toEqual([ids.hospital]);
  expect(codeOf(await credit(foreign, 'distributer'))).toEqual([404, 'object/not-found']);
  expect((await close('2025-09', undefined, 'distributer')).body).toEqual({ closed: 1, invoices: 1 });
  const all = await read('2025-09');
  expect(all.items.map(({ hospital, is_closed }) => [hospital.id, is_closed]).sort()).toEqual(
    [
      [ids.hospital, true],
      [ids.far, false],
    ].sort(),
  );
  await close('2025-09');
  const [far] = (await read('2025-09')).items.filter(({ hospital }) => hospital.id === ids.far);
  const page = `invoice/${String(far?.invoice?.invoice_id)}/document`;
  expect((await world.ask('distributer', 'GET', page)).status).toBe(404);
  for (const who of ['doctor', 'technician', 'chief', 'manager', 'center', 'carrier'])
    for (const path of ['invoice/invoices', 'invoice/invoice?month=2025-09'])
      expect([who, (await world.ask(who, 'GET', path)).status]).toEqual([who, 403]);
});

test('months are listed by year with their counts', async () => {
  await addCase({ at: '2023-03-10T00:00:00Z' });
  const { body } = await world.ask('admin', 'GET', 'invoice/invoices?year=2023');
  const { items } = z.object({ items: z.array(z.looseObject({ month: z.string() })) }).parse(body);
  expect(items.map(({ month }) => month)).toEqual(
    Array.from({ length: 12 }, (_, index) => `2023-${String(12 - index).padStart(2, '0')}`),
  );
  expect(items.find(({ month }) => month === '2023-03')).toMatchObject({
    year: 2023,
    confirmed_count: 1,
    account_count: 1,
    closed_count: 0,
  });
});

test('every language prints an invoice, with its adjustments', async () => {
  for (const [index, language] of ['en', 'ja', 'ko', 'zh'].entries()) {
    await world.db
      .update(userGroups)
      .set({ invoice_language: language })
      .where(sql`${userGroups.id} = ${ids.hospital}`);
    const month = `2022-0${String(index + 1)}`;
    await addCase({ at: `${month}-10T00:00:00Z` });
    await credit(await addCase({ at: `${month}-11T00:00:00Z`, price: 18_600 }));
    await close(month);
    const { invoice: made } = await only(month);
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

test('an invoice goes to the hospital’s address with its PDF, and is marked as sent once', async () => {
  await addCase({ at: '2022-06-10T00:00:00Z' });
  await close('2022-06');
  const { invoice: made } = await only('2022-06');
  const ask = () => world.ask('admin', 'POST', 'invoice/mail', { invoice_id: made?.invoice_id });
  expect(codeOf(await ask())).toEqual([406, 'billing/no-address']);
  await world.db
    .update(userGroups)
    .set({ billing_email: 'accounts@hospital.example' })
    .where(sql`${userGroups.id} = ${ids.hospital}`);
  expect((await ask()).body).toEqual({ to: 'accounts@hospital.example' });
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
  expect(sent[0]).toMatchObject({
    to: 'accounts@hospital.example',
    subject: expect.stringContaining(made?.number ?? '?'),
  });
  const [attachment] = sent[0]?.attachments ?? [];
  expect([
    attachment?.filename,
    Buffer.from(attachment?.bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ]).toEqual([`${made?.number ?? ''}.pdf`, '%PDF-']);
  expect((await only('2022-06')).invoice?.state).toBe('sent');
  const states = await world.db.$count(invoiceStates, sql`invoice_id = ${made?.invoice_id}`);
  expect(states).toBe(2);
  await reopen('2022-06');
  expect(await sendInvoice(mailing, job.payload)).toBe('useless');
  expect(codeOf(await ask())).toEqual([409, 'billing/month-not-closed']);
});

test('what was closed is never rewritten, and a closed month takes no adjustment', async () => {
  for (const change of [
    'update invoices set net_minor = 0, total_minor = tax_minor',
    'update invoice_rows set amount_minor = 0',
    'delete from invoice_states',
    "update invoice_closings set month = '2020-01'",
    'delete from invoice_closings',
    'update invoice_serials set last_serial = 1',
  ])
    await expect(world.db.execute(sql.raw(change)), change).rejects.toThrow();
  const booked = sql`insert into invoice_adjustments (case_id, hospital_id, issuer_id, month, case_month, kind,
      amount_minor, currency, reason, created_by)
    select case_id, hospital_id, tech_center_id, '2025-01', '2025-01', 'price', 1, 'JPY', 'x', owner_id from cases
    where hospital_id = ${ids.hospital} and tech_center_id = ${ids.center} limit 1`;
  await expect(world.db.execute(booked)).rejects.toThrow();
});

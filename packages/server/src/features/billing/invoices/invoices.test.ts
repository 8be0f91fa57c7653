/**
 * Tests invoices on the running server: the contents of a month, how it closes, what is frozen, and who may close it.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { linesOfAnswer } from '../../../platform/spreadsheet/test-read-sheet.ts';
import { z } from 'zod';
import { refuseOtherBillingZone } from '../../../app/billing-zone.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { codeOf } from '../../../testing/test-institutions.ts';
import { invoiceWorld } from '../../../testing/test-invoices.ts';

let world: Awaited<ReturnType<typeof invoiceWorld>>;
beforeAll(async () => {
  world = await invoiceWorld();
});

test('a month belongs to the billing zone, closes with frozen figures, and later changes are booked later', async () => {
  const first = await world.addCase({ at: '2024-12-31T15:00:00Z', priority: 'urgent', price: 14_900 });
  await world.addCase({ at: '2025-01-31T14:59:59Z' });
  await world.addCase({ at: '2025-01-31T15:00:00Z', price: 18_600 });
  expect(await world.pricedAccount('2025-01')).toMatchObject({
    case_count: 2,
    urgent_count: 1,
    net_minor: 26_300,
    invoice: null,
  });
  expect((await world.close('2025-01')).body).toEqual({ closed: 1, invoices: 1 });
  const january = await world.pricedAccount('2025-01');
  expect(january).toMatchObject({
    is_closed: true,
    net_minor: 26_300,
    invoice: { edition: 1, tax_minor: 2630, total_minor: 28_930, state: 'open' },
  });
  expect(codeOf(await world.close('2025-01'))).toEqual([409, 'billing/month-closed']);
  // A voided report of the closed month is a credit in the next open one.
  expect((await world.credit(first)).body).toMatchObject({
    month: '2025-02',
    amount_minor: -14_900,
    currency: 'JPY',
  });
  expect(codeOf(await world.credit(first))).toEqual([406, 'billing/nothing-to-adjust']);
  expect(await world.pricedAccount('2025-01')).toEqual(january);
  expect(await world.pricedAccount('2025-02')).toMatchObject({
    case_count: 1,
    adjustments_minor: -14_900,
    net_minor: 3700,
  });
});

const listShape = z.object({ unprintable: z.array(z.unknown()) });

test('the checklist names the characters that an invoice cannot print', async () => {
  await world.addCase({ at: '2025-02-20T00:00:00Z' });
  const unprintable = async () =>
    listShape.parse((await world.ask('admin', 'GET', 'invoice/checklist?month=2025-02')).body).unprintable;
  expect(await unprintable()).toEqual([]);
  const hospital = eq(userGroups.id, world.ids.hospital);
  const [before] = await world.db.select().from(userGroups).where(hospital);
  await world.db.update(userGroups).set({ billing_address: '1 Street 🌸 ሀ' }).where(hospital);
  expect(await unprintable()).toMatchObject([{ group: { id: world.ids.hospital }, characters: ['🌸', 'ሀ'] }]);
  await world.db
    .update(userGroups)
    .set({ billing_address: before?.billing_address ?? '' })
    .where(hospital);
});

test('the checklist counts what prevents closing, and a closing acknowledges the displayed counts', async () => {
  const unpriced = await world.addCase({ at: '2025-03-10T00:00:00Z', price: null });
  await world.addCase({ at: '2025-03-11T00:00:00Z', status: 'edit' });
  const list = await world.ask('admin', 'GET', 'invoice/checklist?month=2025-03');
  expect(list.body).toMatchObject({
    account_count: 1,
    unpriced_count: 1,
    correction_count: 1,
    unpriced: [{ case_id: unpriced }],
    without_address: [{ id: world.ids.hospital }],
  });
  expect(codeOf(await world.close('2025-03'))).toEqual([406, 'billing/checklist']);
  expect((await world.close('2025-03', { unpriced_count: 1, correction_count: 1 })).status).toBe(201);
  expect(await world.read('2025-03')).toMatchObject({ confirmed_count: 2, unpriced_count: 1 });
  // It is billed later, once its price is known.
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

test('a case with a manually set price before the closing is billed with its month, once', async () => {
  const unpriced = await world.addCase({ at: '2025-06-10T00:00:00Z', price: null });
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
    if (closes) await world.close('2025-06');
    expect(await world.read('2025-06')).toMatchObject({
      confirmed_count: 1,
      unpriced_count: 0,
      totals: [{ currency: 'JPY', net_minor: 9900 }],
    });
  }
});

test('reopening keeps the number, raises the edition, and needs level 5', async () => {
  await world.addCase({ at: '2025-05-10T00:00:00Z' });
  expect(codeOf(await world.reopen('2025-05'))).toEqual([409, 'billing/month-not-closed']);
  await world.close('2025-05');
  const before = await world.pricedAccount('2025-05');
  expect((await world.reopen('2025-05', 'distributer')).status).toBe(403);
  expect((await world.reopen('2025-05')).status).toBe(201);
  expect(await world.pricedAccount('2025-05')).toMatchObject({
    invoice: null,
    earlier: [{ invoice_id: before.invoice?.invoice_id, edition: 1, reason: 'wrong price policy' }],
  });
  const late = await world.addCase({ at: '2025-05-20T00:00:00Z', price: 100 });
  await world.close('2025-05');
  const after = await world.pricedAccount('2025-05');
  expect([after.invoice?.number, after.invoice?.edition]).toEqual([before.invoice?.number, 2]);
  expect(after.net_minor).toBe(before.net_minor + 100);
  expect(after.earlier.map(({ edition, total_minor }) => [edition, total_minor])).toEqual([
    [1, before.invoice?.total_minor],
  ]);
  expect((await world.credit(late)).body).toMatchObject({ amount_minor: -100 });
  const set = (state: string, on: string) =>
    world.ask('admin', 'PUT', 'invoice/state', { invoice_id: after.invoice?.invoice_id, state, on });
  const issued = after.invoice?.issued_on ?? '';
  expect(codeOf(await set('paid', '2025-05-31'))).toEqual([422, 'billing/invoice-day']);
  expect((await set('sent', issued)).status).toBe(200);
  expect((await set('paid', issued)).status).toBe(200);
  expect(codeOf(await set('paid', issued))).toEqual([409, 'billing/invoice-state']);
  expect((await world.pricedAccount('2025-05')).invoice).toMatchObject({ state: 'paid', state_on: issued });
  expect(codeOf(await world.reopen('2025-05'))).toEqual([406, 'billing/invoice-paid']);
  const stale = { invoice_id: before.invoice?.invoice_id, state: 'sent', on: issued };
  expect(codeOf(await world.ask('admin', 'PUT', 'invoice/state', stale))).toEqual([
    409,
    'billing/month-not-closed',
  ]);
});

test('a start in another billing zone is refused while a month is closed', async () => {
  await world.addCase({ at: '2024-05-10T00:00:00Z' });
  await world.close('2024-05');
  const startIn = (BILLING_TIME_ZONE: string) => refuseOtherBillingZone(world.db, { BILLING_TIME_ZONE });
  // The second and third are the same zone under other names.
  for (const same of ['Asia/Seoul', 'asia/seoul', 'ROK']) {
    await expect(startIn(same)).resolves.toBeUndefined();
  }
  const refusal = { code: 'config/wrong-setting', names: ['BILLING_TIME_ZONE'] };
  await expect(startIn('Europe/London')).rejects.toMatchObject(refusal);
  await expect(startIn('Europe/London')).rejects.toThrow('must be Asia/Seoul');
});

test('of simultaneous closings one succeeds, and a month that is not over stays open', async () => {
  await world.addCase({ at: '2025-07-10T00:00:00Z' });
  const both = await Promise.all([world.close('2025-07'), world.close('2025-07')]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(codeOf(await world.close('2199-01'))).toEqual([406, 'billing/month-not-over']);
  expect((await world.ask('admin', 'GET', 'invoice/invoice?month=2025-13')).status).toBe(422);
});

test('the rows of a month add up to its sum and name no patient', async () => {
  await world.addCase({ at: '2025-08-10T00:00:00Z' });
  const voided = await world.addCase({ at: '2025-08-11T00:00:00Z', price: 18_600 });
  await world.credit(voided);
  const account = `month=2025-08&hospital_id=${String(world.ids.hospital)}&issuer_id=${String(world.ids.center)}`;
  for (const closes of [false, true]) {
    if (closes) await world.close('2025-08');
    const { body } = await world.ask('admin', 'GET', `invoice/rows?${account}&size=100`);
    expect(body).toMatchObject({
      total: 3,
      items: [
        { kind: 'case', priority: 'normal', amount_minor: 18_600 },
        { kind: 'case', amount_minor: 11_400, started_at: null },
        {
          kind: 'adjustment',
          amount_minor: -18_600,
          adjustment: { kind: 'credit', reason: 'requested twice' },
        },
      ],
    });
    expect(JSON.stringify(body)).toMatch(/"patient_id":"P-.*"uploaded_at":"20/);
    expect(JSON.stringify(body)).not.toContain('Secretname');
    expect((await world.pricedAccount('2025-08')).net_minor).toBe(11_400);
  }
  const sheet = await world.call('invoice/export?month=2025-08', world.person('admin').token);
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml');
  const [head = [], ...lines] = await linesOfAnswer(sheet);
  const at = head.indexOf('Amount');
  expect(lines.map((line) => line[at]).filter((amount) => amount === -18_600).length).toBe(1);
});

test('a distributer invoices its own network, and nobody below level 4 has access', async () => {
  await world.addCase({ at: '2025-09-10T00:00:00Z' });
  const foreign = await world.addCase({ at: '2025-09-10T00:00:00Z', far: true });
  const own = await world.read('2025-09', 'distributer');
  expect(own.items.map(({ hospital }) => hospital.id)).toEqual([world.ids.hospital]);
  expect(codeOf(await world.credit(foreign, 'distributer'))).toEqual([404, 'object/not-found']);
  expect((await world.close('2025-09', undefined, 'distributer')).body).toEqual({ closed: 1, invoices: 1 });
  const all = await world.read('2025-09');
  expect(all.items.map(({ hospital, is_closed }) => [hospital.id, is_closed]).sort()).toEqual(
    [
      [world.ids.hospital, true],
      [world.ids.far, false],
    ].sort(),
  );
  await world.close('2025-09');
  const [far] = (await world.read('2025-09')).items.filter(({ hospital }) => hospital.id === world.ids.far);
  const page = `invoice/${String(far?.invoice?.invoice_id)}/document`;
  expect((await world.ask('distributer', 'GET', page)).status).toBe(404);
  for (const who of ['doctor', 'technician', 'chief', 'manager', 'center', 'carrier'])
    for (const path of ['invoice/invoices', 'invoice/invoice?month=2025-09'])
      expect([who, (await world.ask(who, 'GET', path)).status]).toEqual([who, 403]);
});

test('months are listed by year with their counts', async () => {
  await world.addCase({ at: '2023-03-10T00:00:00Z' });
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

test('closed rows are never changed, and a closed month accepts no adjustment', async () => {
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
    where hospital_id = ${world.ids.hospital} and tech_center_id = ${world.ids.center} limit 1`;
  await expect(world.db.execute(booked)).rejects.toThrow();
});

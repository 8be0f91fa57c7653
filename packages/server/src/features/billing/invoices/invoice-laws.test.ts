/**
 * Tests the invariants of invoices over random cases: any price, closings, reopenings, changed prices and voided
 * reports in any order, in time zones on both sides of the date line. The sum billed over all months is what the cases
 * cost, frozen figures do not change, and numbers have no gap.
 */
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { adjustCase } from './adjust-case.ts';
import { countChecklist } from './checklist.ts';
import { closeMonth } from './close-month.ts';
import { readAccounts } from './invoice-accounts.ts';
import { countMonths, listMonths } from './invoice-months.ts';
import { reopenMonth } from './reopen-month.ts';
import { sumZones } from '../../statistics/sum-zones.ts';
import { makeIdentify } from '../../people/identify.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { hasDaySums } from '../../../records/statistics/summed-zones.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import { institutionWorld } from '../../../testing/test-institutions.ts';

type World = Awaited<ReturnType<typeof institutionWorld>>;
let world: World;
let caller: Caller;

const random = seededRandom(20261123);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <Item>(items: readonly Item[]): Item => {
  const [item] = items.slice(below(items.length));
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

beforeAll(async () => {
  world = await institutionWorld();
  const limits = { idle_minutes: 15, absolute_hours: 12 };
  const identified = await makeIdentify(world.db, limits, systemClock)(world.person('admin').token);
  if ('refused' in identified) throw new Error(identified.refused);
  ({ caller } = identified);
});

type Money = { currency: 'JPY' | 'USD'; amount_minor: number };
type Account = { hospital_id: number; issuer_id: number };
type Life = { case_id: number; account: Account; month: string; cost: Money | null };

/** The first months of the year; adjustments may be booked in later ones. */
const living = ['01', '02', '03'] as const;
const all = ['01', '02', '03', '04', '05', '06'] as const;

async function addCases(
  year: number,
  zone: string,
  accounts: readonly [Account, ...Account[]],
): Promise<Life[]> {
  const first = Date.parse(`${String(year)}-01-02T00:00:00Z`);
  const drawn = Array.from({ length: 40 }, () => ({
    account: pick(accounts),
    at: new Date(first + below(86 * 24 * 60) * 60_000),
    price: pick<Money | null>([
      { currency: 'JPY', amount_minor: pick([0, 1, 11_400, 18_605]) },
      { currency: 'USD', amount_minor: pick([99, 12_050]) },
      null,
    ]),
  }));
  const made = await world.db
    .insert(cases)
    .values(
      drawn.map(({ account, at, price }, index) => ({
        hn_id: `HNL${String(year)}${String(index).padStart(4, '0')}`,
        hospital_id: account.hospital_id,
        tech_center_id: account.issuer_id,
        owner_id: world.person('doctor').id,
        technician_id: world.person('technician').id,
        uploader_group_id: account.hospital_id,
        status: 'complete',
        priority: pick(['normal', 'urgent']),
        recording_seconds: pick([3600, 172_801, 604_801]),
        requested_date: at,
        report_due_date: at,
        confirmed_date: at,
        ...(price === null ? {} : { price_minor: price.amount_minor, currency: price.currency }),
      })),
    )
    .returning({ case_id: cases.case_id });
  return drawn.map(({ account, at, price }, index) => ({
    case_id: made[index]?.case_id ?? 0,
    account,
    month: dateIn(zone, at.getTime()).slice(0, 7),
    cost: price,
  }));
}

const change = (time_zone: string) => ({ caller, now: new Date('2026-11-22T03:00:00Z'), time_zone });

/** Returns the code of a refusal; any other error is thrown. */
async function codeOrNull(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code;
    throw fault;
  }
}

async function closeOne(month: string, zone: string) {
  const query = {
    caller,
    permission: 'invoice.close' as const,
    month: calendarMonth(month),
    time_zone: zone,
  };
  const { unpriced_count, correction_count } = await countChecklist(world.db, query);
  return codeOrNull(closeMonth(world.db, { month, unpriced_count, correction_count }, change(zone)));
}

async function adjustOne(life: Life, zone: string): Promise<void> {
  const { case_id, cost } = life;
  const isCredit = random() < 0.4;
  const wanted: Money = isCredit
    ? { currency: cost?.currency ?? 'JPY', amount_minor: 0 }
    : { currency: pick(['JPY', 'USD']), amount_minor: pick([0, 5, 11_400, 18_605]) };
  const facts = { case_id, reason: 'a random reason' };
  const code = await codeOrNull(
    adjustCase(
      world.db,
      isCredit ? { ...facts, kind: 'credit' } : { ...facts, kind: 'price', ...wanted },
      change(zone),
    ),
  );
  if (isCredit && (cost === null || cost.amount_minor === 0)) expect(code).toBe('billing/nothing-to-adjust');
  else if (cost !== null && cost.currency !== wanted.currency) expect(code).toBe('billing/currency');
  else if (cost?.amount_minor === wanted.amount_minor) expect(code).toBe('billing/nothing-to-adjust');
  else {
    expect(code).toBeNull();
    life.cost = wanted;
  }
}

type Months = Awaited<ReturnType<typeof readAccounts>>[];
const readAll = async (year: number, zone: string): Promise<Months> => {
  const read: Months = [];
  for (const month of all) {
    const monthQuery = { caller, month: calendarMonth(`${String(year)}-${month}`), time_zone: zone };
    read.push(await readAccounts(world.db, monthQuery, new Date('2026-11-22T03:00:00Z')));
  }
  return read;
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Checks that each account is billed what its cases cost, and each case in the month of its completion. */
function holdsSums(months: Months, lives: readonly Life[], accounts: readonly Account[]): void {
  for (const { hospital_id } of accounts)
    for (const currency of ['JPY', 'USD']) {
      const billed = months.flatMap(({ items }) =>
        items.filter((item) => item.hospital.id === hospital_id && item.currency === currency),
      );
      const own = lives.filter(
        ({ account, cost }) => account.hospital_id === hospital_id && cost?.currency === currency,
      );
      expect(sumOf(billed.map(({ net_minor }) => net_minor))).toBe(
        sumOf(own.map(({ cost }) => cost?.amount_minor ?? 0)),
      );
    }
  for (const { month, confirmed_count } of months)
    expect([month, confirmed_count]).toEqual([month, lives.filter((life) => life.month === month).length]);
}

/** Checks that sums by month, before and after they are folded, are equal to the sums of single cases. */
async function sumsAreCounts(year: number, zone: string): Promise<void> {
  const months = all.map((month) => calendarMonth(`${String(year)}-${month}`)).toReversed();
  const monthQuery = { caller, time_zone: zone };
  const byMonth = async (is_summed: boolean) =>
    (await countMonths(world.db, monthQuery, months, is_summed)).toSorted((a, b) =>
      a.month.localeCompare(b.month),
    );
  const signal = new AbortController().signal;
  const counted = await byMonth(false);
  expect(counted.length).toBeGreaterThan(0);
  if (await hasDaySums(world.db, zone)) expect(await byMonth(true)).toEqual(counted);
  await sumZones(world.db, { now: new Date('2026-11-22T03:00:00Z'), signal, billing_time_zone: zone });
  expect(await hasDaySums(world.db, zone)).toBe(true);
  expect(await byMonth(true)).toEqual(counted);
}

/** Changes the date of completions and the account of cases, which the sums have to follow. */
async function moveSome(lives: readonly [Life, ...Life[]], { hospital_id, issuer_id }: Account) {
  for (let count = 0; count < 6; count += 1) {
    const { case_id } = pick(lives);
    const facts = pick([
      { hospital_id },
      { tech_center_id: issuer_id },
      { confirmed_date: new Date(Date.parse('2022-01-31T00:00:00Z') + below(72 * 60) * 60_000) },
    ]);
    await world.db.update(cases).set(facts).where(eq(cases.case_id, case_id));
  }
}

const frozenRows = z.array(
  z.object({
    invoice_id: z.coerce.number(),
    net: z.coerce.number(),
    rows: z.coerce.number(),
    counted: z.coerce.number(),
  }),
);

/** Checks that every invoice is the sum of its rows and has not changed since it was issued. */
async function holdsFrozen(seen: Map<number, string>): Promise<void> {
  const { rows } = await world.db.execute(sql`select i.invoice_id, i.net_minor as net,
      coalesce(sum(r.amount_minor), 0) as rows, i.case_count + i.adjustment_count - count(r.position) as counted
    from invoices i left join invoice_rows r on r.invoice_id = i.invoice_id group by i.invoice_id order by 1`);
  for (const { invoice_id, net, rows: sum, counted } of frozenRows.parse(rows)) {
    expect([invoice_id, net, counted]).toEqual([invoice_id, sum, 0]);
    expect([invoice_id, seen.get(invoice_id) ?? String(net)]).toEqual([invoice_id, String(net)]);
    seen.set(invoice_id, String(net));
  }
}

async function numbersHaveNoGap(): Promise<void> {
  const { rows } = await world.db.execute(sql`select issuer_id, year, max(serial) as last,
      count(distinct serial) as serials, count(distinct (serial, edition)) = count(*) as once
    from invoices group by issuer_id, year`);
  const shape = z.array(
    z.looseObject({ last: z.coerce.number(), serials: z.coerce.number(), once: z.boolean() }),
  );
  for (const { last, serials, once } of shape.parse(rows)) expect([last, once]).toEqual([serials, true]);
}

/** Performs one random step. */
async function step(year: number, zone: string, lives: readonly [Life, ...Life[]]): Promise<void> {
  const month = `${String(year)}-${pick(living)}`;
  const { account } = pick(lives);
  const dice = random();
  if (dice < 0.6) await adjustOne(pick(lives), zone);
  else if (dice < 0.85) {
    const code = await closeOne(month, zone);
    expect([null, 'billing/month-closed']).toContain(code);
  } else {
    const facts = { month, ...account, reason: 'a random reason' };
    const code = await codeOrNull(reopenMonth(world.db, facts, change(zone)));
    expect([null, 'billing/month-not-closed']).toContain(code);
  }
}

test('over any history of cases, closings, reopenings and changes, in any zone, every sum is that of its rows', async () => {
  const [hospital, far, center, other] = await Promise.all(
    ['Hospital', 'Far hospital', 'Center', 'Other center'].map((name) => world.idOf(name)),
  );
  if (!hospital || !far || !center || !other) throw new Error('no groups');
  const accounts = [
    { hospital_id: hospital, issuer_id: center },
    { hospital_id: far, issuer_id: other },
  ] as const;
  const seen = new Map<number, string>();
  for (const [year, zone] of [
    [2023, 'Asia/Seoul'],
    [2024, 'America/Los_Angeles'],
    [2025, 'Pacific/Kiritimati'],
  ] as const) {
    const [first, ...rest] = await addCases(year, zone, accounts);
    if (first === undefined) throw new Error('no cases');
    const lives = [first, ...rest] as const;
    for (let steps = 0; steps < 36; steps += 1) {
      await step(year, zone, lives);
      if (steps % 9 === 8) {
        holdsSums(await readAll(year, zone), lives, accounts);
        await holdsFrozen(seen);
        await sumsAreCounts(year, zone);
      }
    }
    const { items } = await listMonths(world.db, { year }, { ...change(zone) });
    for (const { month, confirmed_count } of items)
      expect([month, confirmed_count]).toEqual([month, lives.filter((life) => life.month === month).length]);
  }
  await numbersHaveNoGap();
  expect(seen.size).toBeGreaterThan(6);
});

test('the months counted from the sums by month follow every change of a completion', async () => {
  const zone = 'Pacific/Kiritimati';
  const [hospital = 0, far = 0, center = 0, other = 0] = await Promise.all(
    ['Hospital', 'Far hospital', 'Center', 'Other center'].map((name) => world.idOf(name)),
  );
  const account = { hospital_id: hospital, issuer_id: center };
  const farAccount = { hospital_id: far, issuer_id: other };
  const [first, ...rest] = await addCases(2022, zone, [account, farAccount]);
  if (first === undefined) throw new Error('no cases');
  for (let round = 0; round < 3; round += 1) {
    await sumsAreCounts(2022, zone);
    await moveSome([first, ...rest], round === 1 ? account : farAccount);
  }
  await sumsAreCounts(2022, zone);
});

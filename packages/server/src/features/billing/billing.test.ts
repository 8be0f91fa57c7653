/** Tests the billing on the running server: every sum equals its cases, in every scope and time zone. */
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { lengthClassOf } from '@rhythmdesk/domain/billing/prices';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { beforeAll, expect, test } from 'vitest';
import { linesOfAnswer } from '../../platform/spreadsheet/test-read-sheet.ts';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';
import { chargingUnits } from '../../platform/db/schema/people.ts';
import { codeOf, institutionWorld, refused } from '../../testing/test-institutions.ts';

const zone = 'Asia/Seoul';
type World = Awaited<ReturnType<typeof institutionWorld>>;
let world: World;

const random = seededRandom(20261122);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <Item>(items: readonly Item[]): Item => {
  const [item] = items.slice(below(items.length));
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

type BilledCase = {
  hospital_id: number;
  tech_center_id: number;
  charging_unit_id: number | null;
  currency: string | null;
  price_minor: number | null;
  priority: 'normal' | 'urgent';
  recording_seconds: number;
  confirmed_date: Date;
};
let billed: BilledCase[];
let ids: Record<'hospital' | 'neighbour' | 'far', number>;

async function addUnit({ db }: World, name: string, currency: string) {
  const [row] = await db.insert(chargingUnits).values({ name, currency }).returning();
  return { id: row?.id ?? 0, currency };
}

/** Around the ends of two months, where the time zone decides. */
const first = Date.parse('2026-09-30T00:00:00Z');
const minutes = 62 * 24 * 60;

async function addCases(made: World): Promise<void> {
  const [hospital, neighbour, far, center, other] = await Promise.all(
    ['Hospital', 'Neighbour', 'Far hospital', 'Center', 'Other center'].map((name) => made.idOf(name)),
  );
  if (!hospital || !neighbour || !far || !center || !other) throw new Error('no groups');
  ids = { hospital, neighbour, far };
  const yen = await addUnit(made, 'Standard JPY', 'JPY');
  const dollars = await addUnit(made, 'Standard USD', 'USD');
  billed = Array.from({ length: 400 }, () => {
    const hospital_id = pick([hospital, neighbour, far]);
    const unit = pick([yen, dollars, null]);
    return {
      hospital_id,
      tech_center_id: hospital_id === far ? other : center,
      charging_unit_id: unit?.id ?? null,
      currency: unit?.currency ?? null,
      price_minor: unit === null ? null : pick([0, 1, 99, 11_400, 18_605]),
      priority: pick(['normal', 'urgent']),
      recording_seconds: pick([3600, 172_800, 172_801, 604_800, 604_801]),
      confirmed_date: new Date(first + below(minutes) * 60_000),
    };
  });
  const owner_id = made.person('doctor').id;
  const technician_id = made.person('technician').id;
  const rows = billed.map((row, index) => ({
    ...row,
    technician_id,
    hn_id: `HNB${String(index).padStart(6, '0')}`,
    owner_id,
    uploader_group_id: row.hospital_id,
    status: 'complete',
    requested_date: new Date(first),
    report_due_date: new Date(first),
  }));
  await made.db.insert(cases).values(rows);
}

beforeAll(async () => {
  world = await institutionWorld();
  await addCases(world);
});

const answerShape = z.object({
  items: z.array(
    z.object({
      request_group: z.object({ id: z.number() }),
      charging_unit: z.object({ id: z.number() }).nullable(),
      currency: z.string().nullable(),
      count: z.number(),
      urgent: z.number(),
      amount_minor: z.number(),
    }),
  ),
  total: z.number(),
  count: z.number(),
  unpriced: z.number(),
  totals: z.array(z.object({ currency: z.string(), amount_minor: z.number(), count: z.number() })),
});
const october = 'start_time=2026-10-01&end_time=2026-10-31';
async function billing(who: string, query = october) {
  const answer = await world.ask(who, 'GET', `billing/billings?size=100&${query}`);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answerShape.parse(answer.body);
}
const within = (from: string, to: string) =>
  billed.filter(({ confirmed_date }) => {
    const day = dateIn(zone, confirmed_date.getTime());
    return day >= from && day <= to;
  });
const sumOf = (of: readonly BilledCase[]): number =>
  of.reduce((sum, { price_minor }) => sum + (price_minor ?? 0), 0);

test('every sum is the sum of the cases confirmed on the days of the billing zone', async () => {
  for (const [from, to] of [
    ['2026-10-01', '2026-10-31'],
    ['2026-10-01', '2026-10-01'],
    ['2026-11-30', '2026-12-05'],
  ] as const) {
    const expected = within(from, to);
    const answer = await billing('admin', `start_time=${from}&end_time=${to}`);
    expect(answer.count).toBe(expected.length);
    expect(answer.items.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
    expect(answer.unpriced).toBe(expected.filter(({ currency }) => currency === null).length);
    for (const { currency, amount_minor, count } of answer.totals) {
      const own = expected.filter((each) => each.currency === currency);
      expect([currency, amount_minor, count]).toEqual([currency, sumOf(own), own.length]);
    }
    for (const row of answer.items) {
      const own = expected.filter(
        (each) =>
          each.hospital_id === row.request_group.id &&
          each.charging_unit_id === (row.charging_unit?.id ?? null),
      );
      expect([row.count, row.amount_minor, row.urgent]).toEqual([
        own.length,
        sumOf(own),
        own.filter(({ priority }) => priority === 'urgent').length,
      ]);
    }
  }
});

test('the lines and months of a row add up to it, each line at its own price', async () => {
  const { items } = await billing('admin');
  const linesShape = z.object({
    lines: z.array(
      z.object({
        priority: z.string(),
        length_class: z.string(),
        price_minor: z.number().nullable(),
        count: z.number(),
        amount_minor: z.number(),
      }),
    ),
    months: z.array(z.object({ month: z.string(), count: z.number(), amount_minor: z.number() })),
  });
  for (const row of items) {
    const unit = row.charging_unit === null ? '' : `&charging_unit_id=${String(row.charging_unit.id)}`;
    const center = await world.idOf(row.request_group.id === ids.far ? 'Other center' : 'Center');
    const path = `billing/lines?${october}&request_group_id=${String(row.request_group.id)}&response_group_id=${String(center)}${unit}`;
    const { lines, months } = linesShape.parse((await world.ask('admin', 'GET', path)).body);
    expect(lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(row.amount_minor);
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(row.count);
    expect(months).toEqual([{ month: '2026-10', count: row.count, amount_minor: row.amount_minor }]);
    for (const { price_minor, count, amount_minor, length_class, priority } of lines) {
      expect(amount_minor).toBe((price_minor ?? 0) * count);
      const own = within('2026-10-01', '2026-10-31').filter(
        (each) =>
          each.hospital_id === row.request_group.id &&
          each.charging_unit_id === (row.charging_unit?.id ?? null) &&
          each.price_minor === price_minor &&
          each.priority === priority &&
          lengthClassOf(each.recording_seconds) === length_class,
      );
      expect(count).toBe(own.length);
    }
  }
});

test('a distributer bills its network, filters apply, and nobody else has access', async () => {
  const own = await billing('distributer');
  expect(new Set(own.items.map(({ request_group }) => request_group.id))).toEqual(new Set([ids.hospital]));
  const yen = await billing('admin', `${october}&currency=JPY&request_group_id=${String(ids.far)}`);
  expect(yen.totals.map(({ currency }) => currency)).toEqual(['JPY']);
  expect(yen.items.every(({ request_group }) => request_group.id === ids.far)).toBe(true);
  for (const who of ['doctor', 'technician', 'chief', 'manager', 'center', 'carrier'])
    expect((await world.ask(who, 'GET', `billing/billings?${october}`)).status).toBe(403);
});

test('a period that ends before it begins, or is longer than a year, names its end', async () => {
  for (const query of [
    'start_time=2026-10-02&end_time=2026-10-01',
    'start_time=2025-01-01&end_time=2026-10-01',
  ]) {
    const answer = await world.ask('admin', 'GET', `billing/billings?${query}`);
    expect(codeOf(answer)).toEqual([422, 'billing/period']);
    expect(refused.parse(answer.body).fields).toEqual({ end_time: 'refusal.billing.period' });
  }
});

test('the spreadsheet is a spreadsheet', async () => {
  const answer = await world.call(`billing/export?${october}`, world.person('admin').token);
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
  const [head = [], ...rows] = await linesOfAnswer(answer);
  const columns = ['Cases', 'Amount', 'Start'].map((name) => head.indexOf(name));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const [count, amount, start] = columns.map((at) => row[at]);
    expect([typeof count, amount === null ? 'number' : typeof amount]).toEqual(['number', 'number']);
    expect(start).toBeInstanceOf(Date);
  }
});

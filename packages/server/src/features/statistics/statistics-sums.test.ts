/**
 * Tests the stored sums of the statistics against the cases. Every figure is the same from both, in every scope, before
 * and after the merging of differences, and for a time zone that was counted in slices while cases changed.
 */
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { bucketOf, spreadBounds } from '@rhythmdesk/domain/statistics/spreads';
import { statisticGroups } from '@rhythmdesk/domain/statistics/steps';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../cases/test-cases.ts';
import { readTimes } from './completed-times.ts';
import { countCases } from './count-steps.ts';
import { readArrivals } from './open-cases.ts';
import { readStatisticRows } from './statistic-rows.ts';
import { sumZones } from './sum-zones.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { hasDaySums } from '../../records/statistics/summed-zones.ts';
import { countFully, db, happen, pick, world, zones } from '../../testing/test-random-lives.ts';

const { doctor, technician, chief } = world;
const admin = as(chief, 'ADMIN', { group_type: 'admin', tech_center_id: null });
const callers = {
  ...{ admin, chief, doctor, technician, teamManager: as(technician, 'MANAGER') },
  distributer: as(chief, 'DISTRIBUTER', { assigned_group_ids: [world.otherHospital, world.center] }),
};

const at = (caller: Caller, time_zone: string): Caller => ({
  ...caller,
  user_group: { ...caller.user_group, time_zone },
});

/** Whole months with days around them, one month, and days alone. */
const periods = [
  ['2026-09-25', '2027-01-07'],
  ['2026-10-01', '2026-10-31'],
  ['2026-10-20', '2026-11-09'],
] as const;

let now: Date;
beforeAll(async () => {
  now = await happen();
});

/** Returns every figure of the page, for every caller, period and group. */
async function figuresIn(zone: string): Promise<unknown[]> {
  const figures: unknown[] = [];
  for (const [name, person] of Object.entries(callers)) {
    const caller = at(person, zone);
    for (const [from_time, to_time] of periods) {
      const period = { from_time, to_time };
      const { totals } = await countCases(db, caller, { ...period, unit: 'month' });
      const times = await readTimes(db, caller, period);
      const urgent = await readTimes(db, caller, { ...period, priority: ['urgent'] });
      figures.push([name, totals, times, urgent, await readArrivals(db, caller, period)]);
      for (const group of statisticGroups) {
        if (group === 'team' && !seesTeams(caller.actor)) continue;
        figures.push([name, group, await readStatisticRows(db, caller, { ...period, group })]);
      }
    }
  }
  return figures;
}

/** While a time zone is marked as not counted, its figures come from the cases. */
async function sameFromCases(zone: string): Promise<void> {
  expect(await hasDaySums(db, zone)).toBe(true);
  const summed = await figuresIn(zone);
  await db.execute(sql`update statistics_zones set counted_at = null where time_zone = ${zone}`);
  expect(await hasDaySums(db, zone)).toBe(false);
  expect(summed).toEqual(await figuresIn(zone));
  await db.execute(sql`update statistics_zones set counted_at = ${now.toISOString()}::timestamptz
    where time_zone = ${zone}`);
}

const fold = () => sumZones(db, { now, signal: new AbortController().signal });

/** Changes completion dates, hospitals and centers of cases, findings and lengths. */
async function changeSome(): Promise<void> {
  const done = (await countFully()).filter(({ complete }) => complete !== null);
  for (let count = 0; count < 5; count += 1) {
    const { case_id, complete, row } = pick(done);
    const later = new Date((complete?.getTime() ?? 0) + pick([-40, -1, 3, 33]) * 86_400_000);
    const facts = pick([
      { confirmed_date: later, report_due_date: pick([later, row.report_due_date, null]) },
      { hospital_id: pick([world.hospital, world.otherHospital]) },
      { technician_id: pick([technician.id, world.technician2.id]) },
      { priority: pick(['normal', 'urgent']) },
      { af_share: pick([0, 0.5, null]), severity: pick(['low', 'critical']) },
      { recording_seconds: pick([90_000, 604_800]) },
    ]);
    await db.update(cases).set(facts).where(eq(cases.case_id, case_id));
  }
}

test('the database uses the buckets of the rules', async () => {
  const lengths = [-1, ...spreadBounds.flatMap((least) => [least, Math.max(0, least - 1), least + 1])];
  const { rows } = await db.execute(sql`select spread_bucket(m) as bucket
    from unnest(${sql.param(lengths)}::integer[]) with ordinality l (m, at) order by at`);
  expect(rows).toEqual(lengths.map((minutes) => ({ bucket: bucketOf(minutes) })));
});

test('every figure is the same from the sums as from the cases, before and after folding', async () => {
  await sameFromCases(zones.early);
  for (let round = 0; round < 4; round += 1) {
    await changeSome();
    await sameFromCases(zones.early);
    await fold();
  }
  await sameFromCases(zones.early);
  await sameFromCases(zones.late);
});

test('folding leaves one row per spread, with every bucket once and no empty one', async () => {
  await changeSome();
  await fold();
  const twice =
    await db.execute(sql`select time_zone from statistics_spreads group by time_zone, grain, month,
    tech_center_id, hospital_id, technician_group_id, team_id, technician_id, priority, measure having count(*) > 1`);
  const wrong =
    await db.execute(sql`select s.* from statistics_spreads s where cardinality(buckets) <> cardinality(counts)
    or 0 >= any (counts) or cardinality(buckets) <> (select count(distinct b) from unnest(buckets) b)`);
  expect([twice.rows, wrong.rows]).toEqual([[], []]);
});

test('a zone is counted in slices while cases change, and no slice is counted twice', async () => {
  const zone = zones.never;
  await db.execute(sql`insert into statistics_zones (time_zone) values (${zone})`);
  const ids = (await countFully()).map(({ case_id }) => case_id).toSorted((one, other) => one - other);
  for (const last of [ids[3], ids[7]]) {
    await changeSome();
    await db.execute(sql`update statistics_zones set counted_to = ${last} where time_zone = ${zone}`);
    await changeSome();
    expect(await hasDaySums(db, zone)).toBe(false);
  }
  await Promise.all([fold(), changeSome(), changeSome()]);
  await sameFromCases(zone);
});

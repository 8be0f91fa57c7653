/**
 * Tests the statistics against a full count, whatever happens to cases and in whatever order. The stored facts of each
 * case equal those of its history. The sums by day and month equal a count of these cases in every time zone. The list
 * behind every figure contains exactly as many cases.
 */
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { bucketOf, shownMinutes } from '@rhythmdesk/domain/statistics/spreads';
import { outcomes, percentileOf, statisticGroups, statisticSteps } from '@rhythmdesk/domain/statistics/steps';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { listCases } from '../cases/case-list.ts';
import { readTimes } from './completed-times.ts';
import { countCases } from './count-steps.ts';
import { as } from '../cases/test-cases.ts';
import { readArrivals, readOpen } from './open-cases.ts';
import { readStatisticRows } from './statistic-rows.ts';
import type { Caller } from '../../platform/http/caller.ts';
import {
  countFully,
  db,
  happen,
  pick,
  world,
  zones,
  type CountedLife,
} from '../../testing/test-random-lives.ts';

const { doctor, technician, chief } = world;
const admin = as(chief, 'ADMIN', { group_type: 'admin', tech_center_id: null });
const teamManager = as(technician, 'MANAGER');
const distributer = as(chief, 'DISTRIBUTER', { assigned_group_ids: [world.otherHospital, world.center] });
const callers = { admin, chief, doctor, technician, teamManager, distributer };

const at = (caller: Caller, time_zone: string): Caller => ({
  ...caller,
  user_group: { ...caller.user_group, time_zone },
});

let now: Date;
beforeAll(async () => {
  now = await happen();
});

const id = z.coerce.number().nullable();
const keptRow = z.object({
  case_id: z.coerce.number(),
  technician_id: id,
  team_id: id,
  ...{ requested_at: z.coerce.date().nullable(), assigned_at: z.coerce.date().nullable() },
  ...{ started_at: z.coerce.date().nullable(), reviewed_at: z.coerce.date().nullable() },
  ...{ edited_at: z.coerce.date().nullable(), completed_at: z.coerce.date().nullable() },
  ...{ request_minutes: z.number().nullable(), review_minutes: z.number().nullable() },
  ...{ edit_minutes: z.number().nullable(), start_minutes: z.number().nullable() },
  ...{
    returned: z.boolean(),
    corrected: z.boolean(),
    af_found: z.boolean(),
    in_time: z.boolean().nullable(),
  },
});

test('the stored row of every case equals its history, counted in the test', async () => {
  const { rows } = await db.execute(sql`select * from case_statistics order by case_id`);
  const kept = rows.map((row) => keptRow.parse(row));
  const full = await countFully();
  const done = full.filter(({ complete }) => complete !== null);
  expect(done.length).toBeGreaterThan(4);
  expect(full.filter(({ corrected }) => corrected).length).toBeGreaterThan(0);
  expect(full.filter(({ returned }) => returned).length).toBeGreaterThan(0);
  expect(kept).toEqual(
    full.map((each) => ({
      case_id: each.case_id,
      technician_id: each.technician_id,
      team_id: each.row.team_id,
      ...{ requested_at: each.request, assigned_at: each.assign, started_at: each.start },
      ...{ reviewed_at: each.review, edited_at: each.edit, completed_at: each.complete },
      request_minutes: each.minutes['request'] ?? null,
      review_minutes: each.minutes['review'] ?? null,
      edit_minutes: each.minutes['edit'] ?? null,
      start_minutes: each.minutes['start'] ?? null,
      returned: each.returned,
      corrected: each.corrected,
      af_found: (each.row.af_share ?? 0) > 0,
      in_time:
        each.complete === null || each.row.report_due_date === null
          ? null
          : each.complete <= each.row.report_due_date,
    })),
  );
});

const seen: Readonly<Record<keyof typeof callers, (each: CountedLife) => boolean>> = {
  admin: () => true,
  chief: ({ row }) => row.tech_center_id === world.center,
  doctor: ({ row }) => row.hospital_id === world.hospital,
  technician: ({ row }) => row.technician_id === technician.id,
  teamManager: ({ row }) => row.technician_group_id === technician.user_group.id,
  distributer: ({ row }) => row.hospital_id === world.otherHospital || row.tech_center_id === world.center,
};
const names = Object.keys(callers).filter((name): name is keyof typeof callers =>
  Object.hasOwn(callers, name),
);

const isInTime = (complete: Date | null, due: Date | null): boolean =>
  complete !== null && (due === null || complete <= due);

function shownRanks(minutes: readonly number[]) {
  const shown = (share: number): number | null => {
    const exact = percentileOf(
      minutes.map((value) => ({ value, count: 1 })),
      share,
    );
    return exact === null ? null : shownMinutes(bucketOf(exact));
  };
  return { median_minutes: shown(0.5), p90_minutes: shown(0.9) };
}

const periods = [
  ['2026-10-01', '2026-12-02'],
  ['2026-09-20', '2026-11-30'],
  ['2026-10-05', '2026-10-11'],
  ['2026-10-31', '2026-11-01'],
] as const;

test.each(Object.values(zones))(
  'every count of the days of %s equals the cases counted in the test',
  async (zone) => {
    const full = await countFully();
    for (const name of names) {
      const caller = at(callers[name], zone);
      for (const [from_time, to_time] of periods) {
        const { totals, pieces } = await countCases(db, caller, { from_time, to_time, unit: 'week' });
        for (const step of statisticSteps) {
          const within = full.filter((each) => {
            const when = each[step];
            if (when === null || !seen[name](each)) return false;
            const day = dateIn(zone, when.getTime());
            return day >= from_time && day <= to_time;
          });
          expect([name, zone, step, totals[step]]).toEqual([name, zone, step, within.length]);
          expect(pieces.reduce((sum, { counts }) => sum + counts[step], 0)).toBe(totals[step]);
        }
      }
    }
  },
);

test('folding leaves one row per sum, and no sum differs from the cases', async () => {
  const { rows } =
    await db.execute(sql`select time_zone, grain, day, tech_center_id, hospital_id, technician_group_id,
    technician_id, priority, team_id, unit from statistics_sums group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having count(*) > 1`);
  expect(rows).toEqual([]);
  const zonesKept = await db.execute(sql`select time_zone from statistics_zones order by 1`);
  expect(zonesKept.rows).toEqual([{ time_zone: zones.late }, { time_zone: zones.early }]);
});

type Filter = Partial<Parameters<typeof listCases>[2]>;
async function listed(caller: Caller, filter: Filter): Promise<number> {
  const own = caller.role_key === 'TECHNICIAN' ? { technician_id: [caller.id] } : {};
  const input = { page: 1, size: 10, sort: '-requested_date' as const, view: 'all' as const };
  return (await listCases(db, caller, { ...input, ...own, ...filter }, { language: 'en', now })).total;
}

test('the list behind every count, in every scope and by every group, has exactly as many cases', async () => {
  const idsOf = { hospital: 'hospital_id', center: 'tech_center_id', team: 'team_id' } as const;
  for (const name of names) {
    const caller = at(callers[name], zones.early);
    for (const [from_time, to_time] of periods) {
      const { totals } = await countCases(db, caller, { from_time, to_time, unit: 'day' });
      for (const step of statisticSteps) {
        const filter = { step, step_from: from_time, step_to: to_time };
        expect([name, step, await listed(caller, filter)]).toEqual([name, step, totals[step]]);
      }
    }
    const [from_time, to_time] = periods[0];
    for (const group of statisticGroups) {
      if (group === 'team' && !seesTeams(caller.actor)) continue;
      const { items } = await readStatisticRows(db, caller, { from_time, to_time, group });
      for (const { id, counts } of items.filter((each) => each.id !== null)) {
        const step = pick(statisticSteps);
        const of =
          typeof id === 'number'
            ? { [group === 'technician' ? 'technician_id' : group === 'priority' ? '' : idsOf[group]]: [id] }
            : { priority: [id ?? 'normal'] };
        const total = await listed(caller, { ...of, step, step_from: from_time, step_to: to_time });
        expect([name, group, id, step, total]).toEqual([name, group, id, step, counts[step]]);
      }
    }
  }
});

test('the list behind every outcome has exactly as many cases, clinical ones only for users who read readings', async () => {
  const [from_time, to_time] = periods[0];
  for (const name of names) {
    const caller = callers[name];
    const { items } = await readStatisticRows(db, caller, { from_time, to_time, group: 'center' });
    const { completed } = await readTimes(db, caller, { from_time, to_time });
    const sum = (of: (row: (typeof items)[number]) => number) => items.reduce((all, row) => all + of(row), 0);
    const expected = {
      in_time: completed.in_time,
      late: completed.count - completed.in_time,
      returned: completed.returned,
      corrected: completed.corrected,
      recorded: sum(({ recorded }) => recorded),
      analysed: sum(({ findings }) => findings?.analysed ?? Number.NaN),
      af_found: sum(({ findings }) => findings?.af_found ?? Number.NaN),
      critical: sum(({ findings }) => findings?.critical ?? Number.NaN),
    };
    for (const outcome of outcomes) {
      const query = listed(caller, { step: 'complete', step_from: from_time, step_to: to_time, outcome });
      if (Number.isNaN(expected[outcome]) && items.length > 0)
        await expect(query).rejects.toThrow('input/masked-field');
      else expect([name, outcome, await query]).toEqual([name, outcome, expected[outcome]]);
    }
  }
});

test('the lists behind the ages of open cases and the hours of requests have exactly as many', async () => {
  for (const name of names) {
    const caller = at(callers[name], zones.never);
    const { ages } = await readOpen(db, caller, {}, now);
    for (const { status, waiting_from, waiting_until, count } of ages) {
      const filter = { status: [status], waiting_until, ...(waiting_from === null ? {} : { waiting_from }) };
      expect([name, status, await listed(caller, filter)]).toEqual([name, status, count]);
    }
    const [from_time, to_time] = periods[0];
    const { hours } = await readArrivals(db, caller, { from_time, to_time });
    for (const { weekday, hour, count } of hours) {
      const arrived = `${String(weekday)}-${String(hour).padStart(2, '0')}`;
      const filter = { step: 'request' as const, step_from: from_time, step_to: to_time, arrived };
      expect([name, arrived, await listed(caller, filter)]).toEqual([name, arrived, count]);
    }
  }
});

test('median and 90th percentile are the displayed values of these ranks, from sums and from cases alike', async () => {
  const full = await countFully();
  for (const name of names)
    for (const zone of Object.values(zones))
      for (const [from_time, to_time] of periods) {
        const caller = at(callers[name], zone);
        const { completed, statuses } = await readTimes(db, caller, { from_time, to_time });
        const done = full.filter((each) => {
          const day = each.complete === null ? '' : dateIn(zone, each.complete.getTime());
          return seen[name](each) && day >= from_time && day <= to_time;
        });
        const turnarounds = done.map(({ request, complete }) =>
          Math.floor(((complete?.getTime() ?? 0) - (request?.getTime() ?? 0)) / 60_000),
        );
        expect([name, zone, completed]).toEqual([
          name,
          zone,
          {
            count: done.length,
            ...shownRanks(turnarounds),
            in_time: done.filter(({ complete, row }) => isInTime(complete, row.report_due_date)).length,
            returned: done.filter(({ returned }) => returned).length,
            corrected: done.filter(({ corrected }) => corrected).length,
          },
        ]);
        for (const { status, ...figures } of statuses) {
          const stays = done.flatMap(({ minutes }) => minutes[status] ?? []);
          expect([status, figures]).toEqual([status, { count: stays.length, ...shownRanks(stays) }]);
        }
      }
});

test('the figures by any group equal those requested for that group alone', async () => {
  const filterOf = {
    ...{ hospital: 'hospital_id', center: 'tech_center_id', team: 'team_id', technician: 'technician_id' },
    priority: 'priority',
  } as const;
  for (const name of names)
    for (const [from_time, to_time] of periods)
      for (const group of statisticGroups) {
        const caller = at(callers[name], zones.early);
        if (group === 'team' && !seesTeams(caller.actor)) continue;
        const { items } = await readStatisticRows(db, caller, { from_time, to_time, group });
        for (const { id, completed } of items) {
          if (id === null) continue;
          const alone = await readTimes(db, caller, { from_time, to_time, [filterOf[group]]: [id] });
          expect([name, group, id, completed]).toEqual([name, group, id, alone.completed]);
        }
      }
});

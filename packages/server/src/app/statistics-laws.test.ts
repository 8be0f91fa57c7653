/**
 * The statistics against a full count: whatever happens to cases, in whatever order, what is kept of each case equals
 * what its history says, the sums by day equal those cases counted by hand in every time zone, and the list behind every
 * figure holds exactly as many cases.
 */
import { isCaseStatus, type CaseStatus } from '@rhythmdesk/domain/case/status';
import { caseActions, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import {
  outcomes,
  percentileOf,
  statisticGroups,
  statisticSteps,
  type StatisticStep,
} from '@rhythmdesk/domain/statistics/steps';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { adoptReport } from '../features/cases/case-files.ts';
import { listCases } from '../features/cases/case-list.ts';
import { updateCase, updateReading } from '../features/cases/edit-case.ts';
import { performAction } from '../features/cases/perform-action.ts';
import { caseWorld, readyCase, versionOf } from '../features/cases/test-cases.ts';
import { readTimes } from '../features/statistics/completed-times.ts';
import { countCases } from '../features/statistics/count-steps.ts';
import { readArrivals, readOpen } from '../features/statistics/open-cases.ts';
import { readStatisticRows } from '../features/statistics/statistic-rows.ts';
import { sumZones } from '../features/statistics/sum-zones.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { transact } from '../platform/db/transact.ts';
import { caseHistory, cases } from '../platform/db/schema/cases.ts';
import { userGroups, users } from '../platform/db/schema/people.ts';
import { recordings } from '../platform/db/schema/recordings.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { giveBackCases } from '../records/cases/give-back.ts';
import { authorOf, changeWork } from '../records/cases/save-case.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, otherDoctor, technician, technician2, chief } = world;
const as = (caller: Caller, role_key: Caller['role_key'], actor: Partial<Caller['actor']> = {}): Caller => ({
  ...caller,
  role_key,
  actor: { ...caller.actor, role_key, ...actor },
});
const admin = as(chief, 'ADMIN', { group_type: 'admin', tech_center_id: null });
const teamManager = as(technician, 'MANAGER');
const distributer = as(chief, 'DISTRIBUTER', { assigned_group_ids: [world.otherHospital, world.center] });
const callers = { admin, chief, doctor, technician, teamManager, distributer };

const random = seededRandom(20261120);
const below = (limit: number): number => Math.floor(random() * limit);
function pick<Item>(items: readonly Item[]): Item {
  const item = items[below(items.length)];
  if (item === undefined) throw new Error('nothing to pick');
  return item;
}

const start = Date.parse('2026-09-20T15:00:00Z');
let now = new Date(start);
const days = 60;
const caseCount = 12;
const ids: number[] = [];

const zones = { early: 'Asia/Kathmandu', late: 'America/New_York', never: 'Pacific/Chatham' };
const at = (caller: Caller, time_zone: string): Caller => ({
  ...caller,
  user_group: { ...caller.user_group, time_zone },
});

/** What the rules refuse is no step; anything else is a fault. */
async function tried(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
  }
}

async function anyAction(case_id: number): Promise<void> {
  const action = pick(caseActions);
  if (action === 'close' && random() < 0.8) return;
  await take(case_id, action, pick([doctor, technician, technician2, chief]));
}

async function take(case_id: number, action: CaseAction, caller: Caller): Promise<void> {
  const body = {
    case_id,
    version: await versionOf(db, case_id),
    comment: 'because',
    technician_id: pick([technician, technician2]).id,
    confirmer_id: chief.id,
  };
  const context = { request_id: 'test', now, billing_time_zone: 'Asia/Seoul', password: 'right' } as const;
  await tried(transact(db, (tx) => performAction(tx, action, body, { caller, ...context })));
}

async function adopt(case_id: number, caller: Caller): Promise<void> {
  const version = await versionOf(db, case_id);
  const context = { caller, request_id: 'test', now };
  await tried(transact(db, (tx) => adoptReport(tx, { case_id, version }, context)));
}

const onward = {
  ready: ['request'],
  request: ['assign-to-me'],
  assigned: ['start'],
  start: ['review-request'],
  review: ['request-verification', 'verify', 'return', 'complete', 'complete'],
  complete: ['request-editing', 'request'],
  edit: ['request-verification', 'verify', 'complete-editing', 'cancel-editing'],
} as const satisfies Record<CaseStatus, readonly CaseAction[]>;

/** What is likely to come next, by whose turn it is. */
async function goOn(case_id: number): Promise<void> {
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined || !isCaseStatus(row.status)) throw new Error('no case');
  const assignee = row.technician_id === technician2.id ? technician2 : technician;
  if (row.report_version === null || row.status === 'edit') await adopt(case_id, assignee);
  const action = pick(onward[row.status]);
  const checks = action === 'verify' || action === 'return';
  const caller = row.status === 'ready' || action === 'request-editing' ? doctor : checks ? chief : assignee;
  await take(case_id, action, caller);
}

const others: readonly ((case_id: number) => Promise<unknown>)[] = [
  async (case_id) => adopt(case_id, technician),
  async (case_id) => {
    const input = {
      case_id,
      version: await versionOf(db, case_id),
      severity: pick(['low', 'critical'] as const),
    };
    await tried(
      transact(db, (tx) => updateReading(tx, input, { caller: technician, request_id: 'test', now })),
    );
  },
  async (case_id) => {
    const input = {
      case_id,
      version: await versionOf(db, case_id),
      priority: pick(['normal', 'urgent'] as const),
    };
    await tried(transact(db, (tx) => updateCase(tx, input, { caller: doctor, request_id: 'test', now })));
  },
  (case_id) => transact(db, (tx) => changeWork(tx, case_id, -1, { af_share: pick([0, 0.25, null]) })),
  (case_id) =>
    db.update(recordings).set({ analysable_share: random() }).where(eq(recordings.case_id, case_id)),
  () =>
    db
      .update(users)
      .set({ user_group_id: pick([world.center, technician.user_group.id]) })
      .where(eq(users.id, technician2.id)),
  () =>
    transact(db, (tx) =>
      giveBackCases(tx, {
        id: technician2.id,
        name: technician2.name,
        by: authorOf(chief),
        request_id: 'test',
        now,
      }),
    ),
  () => sumZones(db, { now, signal: new AbortController().signal }),
];

beforeAll(async () => {
  await db.update(userGroups).set({ time_zone: zones.early });
  for (let serial = 0; serial < caseCount; serial += 1) {
    const hn_id = `HNS${String(serial).padStart(6, '0')}`;
    ids.push(await readyCase(db, serial % 4 === 0 ? otherDoctor : doctor, hn_id));
  }
  const acts = 500;
  for (let count = 0; count < acts; count += 1) {
    now = new Date(now.getTime() + below((2 * days * 86_400_000) / acts));
    const kind = random();
    if (kind < 0.5) await goOn(pick(ids));
    else if (kind < 0.93) await anyAction(pick(ids));
    else await pick(others)(pick(ids));
    if (count === acts / 2)
      await db.update(userGroups).set({ time_zone: zones.late }).where(eq(userGroups.id, world.center));
  }
  await sumZones(db, { now, signal: new AbortController().signal });
});

type Counted = Record<StatisticStep, Date | null> & {
  case_id: number;
  hospital_id: number;
  technician_id: number | null;
  row: typeof cases.$inferSelect;
  minutes: Record<string, number>;
  returned: boolean;
  corrected: boolean;
};

/** By hand, from the rows of the history. */
async function countFully(): Promise<Counted[]> {
  const rows = await db.select().from(cases).orderBy(asc(cases.case_id));
  return Promise.all(
    rows.map(async (row) => {
      const history = await db
        .select()
        .from(caseHistory)
        .where(eq(caseHistory.case_id, row.case_id))
        .orderBy(asc(caseHistory.version));
      const counted: Counted = {
        ...{ request: row.requested_date, assign: null, start: null, review: null, edit: null },
        ...{ complete: row.confirmed_date, minutes: {}, returned: false, corrected: false },
        ...{ case_id: row.case_id, hospital_id: row.hospital_id, technician_id: row.technician_id, row },
      };
      const seconds = new Map<string, number>();
      history.forEach((step, index) => {
        if (step.action === 'request') {
          seconds.clear();
          counted.returned = false;
        }
        if (step.status === 'request' && step.from_status !== 'request')
          Object.assign(counted, { assign: null, start: null, review: null });
        const moved = `${String(step.from_status)} ${step.status}`;
        if (moved === 'request assigned') counted.assign ??= step.created_at;
        if (moved === 'assigned start') counted.start ??= step.created_at;
        if (moved === 'start review') counted.review ??= step.created_at;
        if (step.action === 'request-editing') counted.edit ??= step.created_at;
        if (step.action === 'return' && step.from_status === 'review') counted.returned = true;
        if (step.action === 'complete-editing') counted.corrected = true;
        const next = history[index + 1];
        if (next === undefined) return;
        const spent = (next.created_at.getTime() - step.created_at.getTime()) / 1000;
        seconds.set(step.status, (seconds.get(step.status) ?? 0) + spent);
      });
      for (const [status, spent] of seconds) counted.minutes[status] = Math.floor(spent / 60);
      return counted;
    }),
  );
}

const keptRow = z.object({
  case_id: z.coerce.number(),
  technician_id: z.coerce.number().nullable(),
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

test('what is kept of every case equals its history, counted by hand', async () => {
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

const seen: Readonly<Record<keyof typeof callers, (each: Counted) => boolean>> = {
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

const periods = [
  ['2026-09-20', '2026-11-30'],
  ['2026-10-05', '2026-10-11'],
  ['2026-10-31', '2026-11-01'],
] as const;

test.each(Object.values(zones))(
  'every count of the days of %s equals the cases counted by hand',
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

test('folding leaves one row a sum, and no sum differs from the cases', async () => {
  const { rows } =
    await db.execute(sql`select time_zone, grain, day, tech_center_id, hospital_id, technician_group_id,
    technician_id, priority from statistics_days group by 1, 2, 3, 4, 5, 6, 7, 8 having count(*) > 1`);
  expect(rows).toEqual([]);
  const zonesKept = await db.execute(sql`select time_zone from statistics_zones order by 1`);
  expect(zonesKept.rows).toEqual([{ time_zone: zones.late }, { time_zone: zones.early }]);
});

type Filter = Partial<Parameters<typeof listCases>[2]>;
async function listed(caller: Caller, filter: Filter): Promise<number> {
  const own = caller.role_key === 'TECHNICIAN' ? { technician_id: [caller.id] } : {};
  const input = { page: 1, size: 10, sort: '-requested_date' as const, view: 'all' as const };
  return (await listCases(db, caller, { ...input, ...own, ...filter }, now)).total;
}

test('the list behind every count, in every scope and by every group, holds exactly as many cases', async () => {
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

test('the list behind every outcome holds exactly as many cases, clinical ones only for who reads readings', async () => {
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
      const asked = listed(caller, { step: 'complete', step_from: from_time, step_to: to_time, outcome });
      if (Number.isNaN(expected[outcome]) && items.length > 0)
        await expect(asked).rejects.toThrow('input/masked-field');
      else expect([name, outcome, await asked]).toEqual([name, outcome, expected[outcome]]);
    }
  }
});

test('the lists behind the ages of open cases and the hours of requests hold exactly as many', async () => {
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

test('median and 90th percentile are ranks among the completed cases', async () => {
  const [from_time, to_time] = periods[0];
  const { completed, statuses } = await readTimes(db, admin, { from_time, to_time });
  const { items } = await readStatisticRows(db, admin, { from_time, to_time, group: 'center' });
  const done = (await countFully()).filter(({ complete }) => complete !== null);
  const values = done.map(({ request, complete }) => ({
    value: Math.floor(((complete?.getTime() ?? 0) - (request?.getTime() ?? 0)) / 60_000),
    count: 1,
  }));
  expect(completed.median_minutes).toBe(percentileOf(values, 0.5));
  expect(completed.p90_minutes).toBe(percentileOf(values, 0.9));
  expect(items[0]?.completed).toEqual(completed);
  for (const { status, count, median_minutes } of statuses) {
    const of = done.flatMap(({ minutes }) =>
      minutes[status] === undefined ? [] : [{ value: minutes[status], count: 1 }],
    );
    expect([status, count, median_minutes]).toEqual([status, of.length, percentileOf(of, 0.5)]);
  }
});

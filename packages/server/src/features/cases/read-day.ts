/**
 * Reads the day of one user: own open cases with their next step, cases completed today, cases waiting in the pool, own
 * pace. Every count uses the conditions of the list that it opens, so that both always agree.
 */
import type { Day, DayGroup } from '@rhythmdesk/contract/work';
import { addDays } from '@rhythmdesk/domain/kit/calendar';
import type { CalendarDate } from '@rhythmdesk/domain/kit/brand';
import { dateIn, zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { paceOf, paceReachDays } from '@rhythmdesk/domain/statistics/pace';
import { and, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { caseScopeSql } from '../../records/cases/case-scope.ts';
import { dueBetween, handedBack, tookStep } from '../../records/statistics/figure-sql.ts';
import { grantFor } from './case-list.ts';
import { turnsFor } from './case-turn.ts';
import { readCaseRows } from './hide-results.ts';
import { priorityRank } from './list-ranks.ts';
import { viewSql } from './view-conditions.ts';

const shownOpen = 100;
const shownDone = 100;

const whole = z.coerce.number().int();
const mineRow = z.object({ case_id: whole, returned: z.boolean(), due: z.boolean() });
const idRow = z.object({ case_id: whole });
const poolRow = z.object({ waiting: whole, waiting_urgent: whole });
const paceRow = z.object({ day: z.string(), cases: whole, minutes: whole });

/** Returns the date in a time zone, and the time at which that day ends there. */
export function todayIn(time_zone: string, now: Date): { today: CalendarDate; due_until: string } {
  const today = dateIn(time_zone, now.getTime());
  const end = zoneClock(time_zone).instant(Date.parse(`${addDays(today, 1)}T00:00:00Z`));
  return { today, due_until: new Date(end).toISOString() };
}

export const dueBy = (until: string): SQL => and(...dueBetween({ from: undefined, until })) ?? sql`false`;

async function readMine(db: Db, caller: Caller, scope: SQL, due_until: string) {
  const { rows } = await db.execute(sql`select cases.case_id,
      coalesce(${handedBack}, false) as returned, coalesce(${dueBy(due_until)}, false) as due
    from cases join case_statistics s on s.case_id = cases.case_id
    where ${scope} and ${viewSql('mine', caller)}
    order by cases.report_due_date, cases.case_id`);
  return rows.map((row) => mineRow.parse(row));
}

const ownCompleted = (caller: Caller, from: string, to: string): SQL =>
  sql`${tookStep('complete', { from, to }, caller.user_group.time_zone)} and s.technician_id = ${caller.id}`;

async function readDone(db: Db, caller: Caller, scope: SQL, today: string): Promise<number[]> {
  const { rows } = await db.execute(sql`select cases.case_id
    from cases join case_statistics s on s.case_id = cases.case_id
    where ${scope} and ${ownCompleted(caller, today, today)} order by s.completed_at desc, cases.case_id desc`);
  return rows.map((row) => idRow.parse(row).case_id);
}

async function readPool(db: Db, caller: Caller, scope: SQL) {
  const { rows } = await db.execute(sql`select count(*) as waiting,
      count(*) filter (where cases.priority_rank = ${priorityRank('urgent')}::int) as waiting_urgent
    from cases where ${scope} and ${viewSql('unassigned', caller)}`);
  return poolRow.parse(rows[0]);
}

async function readPace(db: Db, caller: Caller, scope: SQL, today: CalendarDate) {
  const { time_zone } = caller.user_group;
  const { rows } = await db.execute(sql`select (s.completed_at at time zone ${time_zone})::date::text as day,
      count(*) as cases, coalesce(sum(s.wear_minutes), 0) as minutes
    from cases join case_statistics s on s.case_id = cases.case_id
    where ${scope} and ${ownCompleted(caller, addDays(today, -paceReachDays), today)} group by 1`);
  const finished = rows.map((row) => paceRow.parse(row));
  const { days, ...medians } = paceOf(today, new Map(finished.map(({ day, ...rest }) => [day, rest])));
  return { ...medians, days: [...days] };
}

type Grouped = { readonly case_id: number; readonly group: DayGroup };

/** Groups the cases for display: returned cases first, then by due time, today's completed cases at the end. */
function grouped(mine: readonly z.output<typeof mineRow>[], done: readonly number[]): Grouped[] {
  const open = mine.map(({ case_id, returned, due }): Grouped => {
    return { case_id, group: returned ? 'returned' : due ? 'due' : 'later' };
  });
  const order: readonly DayGroup[] = ['returned', 'due', 'later'];
  return [
    ...order.flatMap((group) => open.filter((one) => one.group === group)).slice(0, shownOpen),
    ...done.slice(0, shownDone).map((case_id): Grouped => ({ case_id, group: 'done' })),
  ];
}

async function itemsOf(db: Db, caller: Caller, shown: readonly Grouped[], now: Date): Promise<Day['items']> {
  const ids = shown.map(({ case_id }) => case_id);
  const found = await readCaseRows(db, caller, ids, now);
  const turns = await turnsFor(
    db,
    found.map(({ record }) => record),
    caller,
  );
  const groups = new Map(shown.map(({ case_id, group }) => [case_id, group]));
  return found.flatMap(({ row }, index) => {
    const { case_id } = row;
    const [turn, group] = [turns[index], groups.get(case_id)];
    if (turn === undefined || group === undefined) return [];
    return [{ ...row, ...turn, group }];
  });
}

export async function readDay(db: Db, caller: Caller, now: Date): Promise<Day> {
  const { time_zone } = caller.user_group;
  const { today, due_until } = todayIn(time_zone, now);
  const scope = caseScopeSql(conditionOf('case', caller.actor, grantFor(caller, 'case.read')));
  const [mine, done, pool, pace] = await Promise.all([
    readMine(db, caller, scope, due_until),
    readDone(db, caller, scope, today),
    readPool(db, caller, scope),
    readPace(db, caller, scope, today),
  ]);
  return {
    at: now.toISOString(),
    today,
    time_zone,
    due_until,
    counts: {
      mine: mine.length,
      due: mine.filter(({ due }) => due).length,
      returned: mine.filter(({ returned }) => returned).length,
      done: done.length,
      ...pool,
    },
    items: await itemsOf(db, caller, grouped(mine, done), now),
    pace,
  };
}

/** Counts the cases that are open now, by status and age, and the hours in which requests arrived. */
import { hourMs } from '@rhythmdesk/domain/kit/calendar';
import { ageHours, timedStatuses } from '@rhythmdesk/domain/statistics/steps';
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { waitingBetween } from '../../records/statistics/figure-sql.ts';
import { countWeekHours } from './read-spreads.ts';
import {
  queryEchoOf,
  ownOf,
  periodsOf,
  statisticsQuery,
  type CaseSet,
  type PeriodSet,
} from './statistics-query.ts';

const whole = z.coerce.number().int();
const openRow = z.object({ status: z.enum(timedStatuses), age: whole, count: whole });

export async function readOpen(db: Db, caller: Caller, input: CaseSet, now: Date) {
  const { where } = statisticsQuery(caller, input);
  /** An age ends before its limit, so one millisecond is added to count a case that was requested just now. */
  const at = new Date(now.getTime() + 1);
  const bounds = ageHours.map((hours) => new Date(at.getTime() - hours * hourMs).toISOString());
  const age = sql`case ${sql.join(
    bounds
      .slice(1)
      .map((bound, index) => sql`when s.waiting_since >= ${bound}::timestamptz then ${index}::int`),
    sql` `,
  )} else ${ageHours.length - 1}::int end`;
  const waiting = and(...waitingBetween({ from: undefined, until: bounds[0] })) ?? sql`true`;
  const { rows } =
    await db.execute(sql`select s.status, ${age} as age, count(*) as count from case_statistics s
    where ${waiting} and ${where} group by 1, 2`);
  const ages = rows.map((row) => {
    const found = openRow.parse(row);
    return {
      status: found.status,
      from_hours: ageHours[found.age] ?? 0,
      waiting_from: bounds[found.age + 1] ?? null,
      waiting_until: bounds[found.age] ?? at.toISOString(),
      count: found.count,
    };
  });
  return { at: at.toISOString(), own_of: ownOf(caller), ages };
}

export async function readArrivals(db: Db, caller: Caller, input: PeriodSet) {
  const periods = periodsOf(input);
  const found = await countWeekHours(db, statisticsQuery(caller, input), periods.period);
  const hours = found.map(({ hour, count }) => ({
    weekday: 1 + Math.floor(hour / 24),
    hour: hour % 24,
    count,
  }));
  return { ...queryEchoOf(caller, periods), hours };
}

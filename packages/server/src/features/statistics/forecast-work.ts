/**
 * Forecasts the work of the next 14 days: open cases by their due day, and the requests that the weekday pattern
 * predicts.
 */
import { addDays, calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { dateIn, zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import {
  backtestBefore,
  forecastDays,
  forecastFrom,
  forecastHistoryDays,
} from '@rhythmdesk/domain/statistics/forecast';
import type { CalendarDate } from '@rhythmdesk/domain/kit/brand';
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { dueBetween } from '../../records/statistics/figure-sql.ts';
import { countSteps } from './count-steps.ts';
import { ownOf, statisticsQuery, type CaseSet, type StatisticsQuery } from './statistics-query.ts';

const dueRow = z.object({ day: z.string(), count: z.coerce.number().int() });

async function readDue(db: Db, { where, time_zone }: StatisticsQuery, today: CalendarDate, until: string) {
  const due = and(...dueBetween({ from: undefined, until })) ?? sql`true`;
  const { rows } = await db.execute(sql`select
      greatest((s.due_at at time zone ${time_zone})::date, ${today}::date)::text as day, count(*) as count
    from case_statistics s where ${due} and ${where} group by 1`);
  return new Map(rows.map((row) => dueRow.parse(row)).map(({ day, count }) => [day, count]));
}

export async function forecastWork(db: Db, caller: Caller, input: CaseSet, now: Date) {
  const query = statisticsQuery(caller, input);
  const { time_zone } = query;
  const today = dateIn(time_zone, now.getTime());
  const { instant } = zoneClock(time_zone);
  const startOf = (day: CalendarDate): string =>
    new Date(instant(Date.parse(`${day}T00:00:00Z`))).toISOString();
  const history = { from: addDays(today, -forecastHistoryDays), to: addDays(today, -1) };
  const [past, due] = await Promise.all([
    countSteps(db, query, history, 'day'),
    readDue(db, query, today, startOf(addDays(today, forecastDays))),
  ]);
  const countOn = (day: CalendarDate): number => past.get(day)?.request ?? 0;
  const { days: tested, ...errors } = backtestBefore(today, countOn);
  return {
    time_zone,
    own_of: ownOf(caller),
    days: forecastFrom(today, countOn).map(({ day, ...expected }, ahead) => ({
      day,
      due: due.get(day) ?? 0,
      due_from: ahead === 0 ? null : startOf(day),
      due_until: startOf(addDays(calendarDate(day), 1)),
      ...expected,
    })),
    backtest: tested.map(({ day, expected, came }) => ({ day, expected, came })),
    ...errors,
  };
}

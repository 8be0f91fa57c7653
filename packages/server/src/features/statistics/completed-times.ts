/**
 * Of the cases completed in a period: how long they took from request to completion and in each status, to the minute,
 * and how many were in time, returned by a chief, corrected afterwards. Values are counted by the database and ranked
 * here, so that nothing is sorted over all cases.
 */
import {
  percentileOf,
  timedStatuses,
  type CountedValue,
  type StatisticsPeriod,
} from '@rhythmdesk/domain/statistics/steps';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { tookStep } from '../../records/statistics/figure-sql.ts';
import {
  askedOf,
  periodsOf,
  statisticsQuery,
  type PeriodSet,
  type StatisticsQuery,
} from './statistics-query.ts';

const whole = z.coerce.number().int();
const turnRow = z.object({
  value: whole,
  count: whole,
  in_time: whole,
  returned: whole,
  corrected: whole,
});
type Turn = z.output<typeof turnRow>;

const spreadOf = (values: readonly CountedValue[]) => ({
  count: values.reduce((sum, { count }) => sum + count, 0),
  median_minutes: percentileOf(values, 0.5),
  p90_minutes: percentileOf(values, 0.9),
});

function completedOf(turns: readonly Turn[]) {
  const sum = (of: 'in_time' | 'returned' | 'corrected') => turns.reduce((all, turn) => all + turn[of], 0);
  return {
    ...spreadOf(turns),
    in_time: sum('in_time'),
    returned: sum('returned'),
    corrected: sum('corrected'),
  };
}

async function readTurns(db: Db, { where, time_zone }: StatisticsQuery, period: StatisticsPeriod) {
  const { rows } = await db.execute(sql`select s.turnaround_minutes as value, count(*) as count,
      count(*) filter (where s.in_time) as in_time, count(*) filter (where s.returned) as returned,
      count(*) filter (where s.corrected) as corrected
    from case_statistics s where ${tookStep('complete', period, time_zone)} and ${where} group by 1`);
  return rows.map((row) => turnRow.parse(row));
}

const statusRow = z.object({ status: whole, value: whole.nullable(), count: whole });

async function readStatuses(db: Db, { where, time_zone }: StatisticsQuery, period: StatisticsPeriod) {
  const columns = timedStatuses.map((status) => sql.raw(`s.${status}_minutes`));
  const sets = sql.join(
    columns.map((each) => sql`(${each})`),
    sql`, `,
  );
  const number = sql.join(
    columns.map((each, index) => sql`when grouping(${each}) = 0 then ${index}::int`),
    sql` `,
  );
  const value = sql.join(columns, sql`, `);
  const { rows } = await db.execute(sql`select case ${number} end as status, coalesce(${value}) as value,
      count(*) as count
    from case_statistics s where ${tookStep('complete', period, time_zone)} and ${where}
    group by grouping sets (${sets})`);
  const found = rows.map((row) => statusRow.parse(row));
  return timedStatuses.map((status, index) => ({
    status,
    ...spreadOf(
      found.flatMap((row) =>
        row.status === index && row.value !== null ? [{ ...row, value: row.value }] : [],
      ),
    ),
  }));
}

export async function readTimes(db: Db, caller: Caller, input: PeriodSet) {
  const periods = periodsOf(input);
  const query = statisticsQuery(caller, input);
  const [now, before, statuses] = await Promise.all([
    readTurns(db, query, periods.period),
    readTurns(db, query, periods.before),
    readStatuses(db, query, periods.period),
  ]);
  return {
    ...askedOf(caller, periods),
    completed: completedOf(now),
    completed_before: completedOf(before),
    statuses,
  };
}

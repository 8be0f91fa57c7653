/**
 * Measures the cases completed in a period: how long they took from request to completion and in each status, with a
 * resolution of 1/64, and how many were in time, returned by a chief, or corrected afterwards.
 */
import {
  percentileOf,
  timedStatuses,
  type CountedValue,
  type StatisticsPeriod,
} from '@rhythmdesk/domain/statistics/steps';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readSpreads, type Duration } from './read-spreads.ts';
import {
  queryEchoOf,
  periodsOf,
  statisticsQuery,
  type PeriodSet,
  type StatisticsQuery,
} from './statistics-query.ts';
import { noOutcomes, sumOutcomes } from './sum-outcomes.ts';

export const ranksOf = (values: readonly CountedValue[]) => ({
  median_minutes: percentileOf(values, 0.5),
  p90_minutes: percentileOf(values, 0.9),
});

async function readCompleted(
  db: Db,
  query: StatisticsQuery,
  period: StatisticsPeriod,
  durations: readonly Duration[],
) {
  const [sums, spreads] = await Promise.all([
    sumOutcomes(db, query, period, null),
    readSpreads(db, query, period, durations),
  ]);
  const { count, in_time, returned, corrected } = sums.get('') ?? noOutcomes;
  return { completed: { count, in_time, returned, corrected, ...ranksOf(spreads('turnaround')) }, spreads };
}

export async function readTimes(db: Db, caller: Caller, input: PeriodSet) {
  const periods = periodsOf(input);
  const query = statisticsQuery(caller, input);
  const [now, before] = await Promise.all([
    readCompleted(db, query, periods.period, ['turnaround', ...timedStatuses]),
    readCompleted(db, query, periods.before, ['turnaround']),
  ]);
  const statuses = timedStatuses.map((status) => {
    const values = now.spreads(status);
    const count = values.reduce((sum, each) => sum + each.count, 0);
    return { status, count, ...ranksOf(values) };
  });
  return {
    ...queryEchoOf(caller, periods),
    completed: now.completed,
    completed_before: before.completed,
    statuses,
  };
}

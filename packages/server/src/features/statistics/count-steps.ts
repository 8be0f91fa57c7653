/**
 * Counts the cases that took each step, by day or by group, from the stored sums if these contain the requested
 * figures.
 */
import type { StepCounts } from '@rhythmdesk/contract/statistics';
import {
  piecesOf,
  statisticSteps,
  type StatisticGroup,
  type StatisticsPeriod,
  type StatisticStep,
  type StatisticUnit,
} from '@rhythmdesk/domain/statistics/steps';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { stepColumns, tookStep } from '../../records/statistics/figure-sql.ts';
import {
  queryEchoOf,
  grainOf,
  groupColumns,
  periodsOf,
  statisticsQuery,
  sumsIn,
  sumsOver,
  type PeriodSet,
  type StatisticsQuery,
} from './statistics-query.ts';

const sumColumns = {
  request: 'requested',
  assign: 'assigned',
  start: 'started',
  review: 'reviewed',
  edit: 'edited',
  complete: 'completed',
} as const satisfies Record<StatisticStep, string>;

export const noSteps = (): StepCounts => ({
  request: 0,
  assign: 0,
  start: 0,
  review: 0,
  edit: 0,
  complete: 0,
});

const whole = z.coerce.number().int();
const keyShape = z.string().nullable();
const sumRow = z.object({
  key: keyShape,
  request: whole,
  assign: whole,
  start: whole,
  review: whole,
  edit: whole,
  complete: whole,
});
const stepRow = z.object({ key: keyShape, step: z.enum(statisticSteps), count: whole });

type By = 'day' | StatisticGroup;

function fromSums(query: StatisticsQuery, grain: string, span: StatisticsPeriod, by: By): SQL {
  const key = by === 'day' ? sql.raw('s.day') : sql.raw(`s.${groupColumns[by]}`);
  const sums = statisticSteps.map((step) => sql.raw(`sum(s.${sumColumns[step]}) as "${step}"`));
  const rows = by === 'day' ? sumsIn(query, grain, 'day', span) : sumsOver(query, grain, span);
  return sql`select ${key}::text as key, ${sql.join(sums, sql`, `)} from (${rows}) s group by ${key}`;
}

function fromCases({ where, time_zone }: StatisticsQuery, span: StatisticsPeriod, by: By): SQL {
  const parts = statisticSteps.map((step) => {
    const key =
      by === 'day'
        ? sql`(${stepColumns[step]} at time zone ${time_zone})::date::text`
        : sql.raw(`s.${groupColumns[by]}::text`);
    return sql`(select ${key} as key, ${step}::text as step, count(*) as count from case_statistics s
      where ${tookStep(step, span, time_zone)} and ${where} group by 1)`;
  });
  return sql.join(parts, sql` union all `);
}

/** Returns counts by day (`YYYY-MM-DD`) or by the id of the group; cases without a group are under ''. */
export async function countSteps(
  db: Db,
  query: StatisticsQuery,
  span: StatisticsPeriod,
  by: By,
): Promise<Map<string, StepCounts>> {
  const grain = await grainOf(db, query, by === 'day' ? null : groupColumns[by]);
  const found = new Map<string, StepCounts>();
  if (grain !== null) {
    const { rows } = await db.execute(fromSums(query, grain, span, by));
    for (const row of rows) {
      const { key, ...counts } = sumRow.parse(row);
      if (Object.values(counts).some((count) => count !== 0)) found.set(key ?? '', counts);
    }
    return found;
  }
  const { rows } = await db.execute(fromCases(query, span, by));
  for (const row of rows) {
    const { key, step, count } = stepRow.parse(row);
    found.set(key ?? '', { ...(found.get(key ?? '') ?? noSteps()), [step]: count });
  }
  return found;
}

function sumWithin(days: ReadonlyMap<string, StepCounts>, { from, to }: StatisticsPeriod): StepCounts {
  const sum = noSteps();
  for (const [day, counts] of days) {
    if (day < from || day > to) continue;
    for (const step of statisticSteps) sum[step] += counts[step];
  }
  return sum;
}

export async function countCases(
  db: Db,
  caller: Asking,
  { unit, ...input }: PeriodSet & { readonly unit: StatisticUnit },
) {
  const periods = periodsOf(input);
  const { period, before } = periods;
  const query = statisticsQuery(caller, input);
  const days = await countSteps(db, query, { from: before.from, to: period.to }, 'day');
  return {
    ...queryEchoOf(caller, periods),
    totals: sumWithin(days, period),
    totals_before: sumWithin(days, before),
    pieces: piecesOf(period, unit).map((piece) => ({ ...piece, counts: sumWithin(days, piece) })),
  };
}

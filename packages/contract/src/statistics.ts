/**
 * Defines the routes for statistics: how many cases took each step, how long it took, and the outcomes;
 * docs/statistics.md defines the terms.
 */
import { priorities } from '@rhythmdesk/domain/case/status';
import {
  statisticGroups,
  statisticSteps,
  statisticUnits,
  timedStatuses,
} from '@rhythmdesk/domain/statistics/steps';
import { z } from 'zod';
import { calendarDate, instant, listOf, rowId } from './fields.ts';
import { defineRoutes } from './route.ts';

const cases = {
  hospital_id: listOf(rowId).optional(),
  tech_center_id: listOf(rowId).optional(),
  team_id: listOf(rowId).optional(),
  technician_id: listOf(rowId).optional(),
  priority: listOf(z.enum(priorities)).optional(),
};
/** Both ends are included, as days of the caller's own time zone; at most a year. */
const filter = { from_time: calendarDate, to_time: calendarDate, ...cases };

const whole = z.number().int();
const minutes = whole.nullable();
const period = z.object({ from: calendarDate, to: calendarDate });
const counts = z.record(z.enum(statisticSteps), whole);
export type StepCounts = z.output<typeof counts>;

/** Describes the query. `own_of` is the technician whose figures these are, if the caller sees no others. */
const queryEcho = { period, before: period, time_zone: z.string(), own_of: rowId.nullable() };

const spread = z.object({ count: whole, median_minutes: minutes, p90_minutes: minutes });
const completed = spread.extend({
  in_time: whole,
  returned: whole,
  corrected: whole,
});
export type CompletedFigures = z.output<typeof completed>;

const groupRow = z.object({
  /** A row id, or a priority. Null: nobody yet. */
  id: z.union([whole, z.enum(priorities)]).nullable(),
  name: z.string().nullable(),
  counts,
  completed,
  /** The number of completed cases that have a recording. */
  recorded: whole,
  wear_median_minutes: minutes,
  wear_minutes: whole,
  analysable_minutes: whole,
  /** Null for callers who may not see readings. */
  findings: z.object({ analysed: whole, af_found: whole, critical: whole }).nullable(),
});
export type StatisticRow = z.output<typeof groupRow>;

const age = z.object({
  status: z.enum(timedStatuses),
  from_hours: whole,
  /**
   * The bounds of the request time: at or after `waiting_from` (null if the age has no upper bound), and before
   * `waiting_until`.
   */
  waiting_from: instant.nullable(),
  waiting_until: instant,
  count: whole,
});

const forecastDay = z.object({
  day: calendarDate,
  /** Open cases whose report is due on this day; overdue cases are counted on the first day. */
  due: whole,
  due_from: instant.nullable(),
  due_until: instant,
  expected: z.number(),
  /** The range that contained eight in ten days of this weekday. */
  low: whole,
  high: whole,
});

export const statisticRoutes = defineRoutes({
  statisticsCases: {
    method: 'GET',
    path: 'statistics/cases',
    allow: 'statistics.read',
    audit: 'none',
    summary: 'Returns how many cases took each step, in a period and the one before, by day, week or month.',
    input: z.strictObject({ ...filter, unit: z.enum(statisticUnits).default('day') }),
    output: z.object({
      ...queryEcho,
      totals: counts,
      totals_before: counts,
      pieces: z.array(period.extend({ counts })),
    }),
  },
  statisticsTimes: {
    method: 'GET',
    path: 'statistics/times',
    allow: 'statistics.read',
    audit: 'none',
    summary:
      'Returns the times of cases completed in a period: from request to completion, in each status, returned, corrected.',
    input: z.strictObject(filter),
    output: z.object({
      ...queryEcho,
      completed,
      completed_before: completed,
      statuses: z.array(spread.extend({ status: z.enum(timedStatuses) })),
    }),
  },
  statisticsGroups: {
    method: 'GET',
    path: 'statistics/groups',
    allow: 'statistics.read',
    audit: 'none',
    summary:
      'Returns the same figures by hospital, center, team, technician or priority, the most completed first.',
    input: z.strictObject({ ...filter, group: z.enum(statisticGroups) }),
    output: z.object({ ...queryEcho, items: z.array(groupRow) }),
  },
  statisticsOpen: {
    method: 'GET',
    path: 'statistics/open',
    allow: 'statistics.read',
    audit: 'none',
    summary: 'Returns the cases that are open now, by status and by the time since their request.',
    input: z.strictObject(cases),
    output: z.object({ at: instant, own_of: rowId.nullable(), ages: z.array(age) }),
  },
  statisticsArrivals: {
    method: 'GET',
    path: 'statistics/arrivals',
    allow: 'statistics.read',
    audit: 'none',
    summary: 'Returns how many requests arrived in each hour of each weekday, over a period.',
    input: z.strictObject(filter),
    output: z.object({
      ...queryEcho,
      /** Weekday 1 is Monday. Hours without a request are omitted. */
      hours: z.array(z.object({ weekday: whole, hour: whole, count: whole })),
    }),
  },
  statisticsForecast: {
    method: 'GET',
    path: 'statistics/forecast',
    allow: 'statistics.read',
    audit: 'none',
    summary: 'Returns the work of the next 14 days: open cases by due day, and expected requests by weekday.',
    input: z.strictObject(cases),
    output: z.object({
      time_zone: z.string(),
      own_of: rowId.nullable(),
      days: z.array(forecastDay),
      /** The same forecast for past days, with the actual numbers. */
      backtest: z.array(z.object({ day: calendarDate, expected: z.number(), came: whole })),
      /** Mean absolute error per day, and as a share of the actual number; null if there was none. */
      error_cases: z.number().nullable(),
      error_share: z.number().nullable(),
      within: z.number().nullable(),
    }),
  },
  exportStatistics: {
    method: 'GET',
    path: 'statistics/export',
    allow: 'statistics.read',
    audit: 'statistics.export',
    summary: 'Returns the statistics as a spreadsheet: by day, week or month, or by a group.',
    input: z.strictObject({
      ...filter,
      unit: z.enum(statisticUnits).default('day'),
      group: z.enum(statisticGroups).optional(),
    }),
    output: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  },
});

/**
 * Defines the state of the statistics as stored in their address, and makes from it the server queries and the address
 * of a figure's list.
 */
import { priorities } from '@rhythmdesk/domain/case/status';
import { calendarDate, daysBetween, isCalendarDate } from '@rhythmdesk/domain/kit/calendar';
import { topMenuOf } from '@rhythmdesk/domain/people/pages';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import {
  statisticGroups,
  statisticUnits,
  type StatisticGroup,
  type StatisticUnit,
} from '@rhythmdesk/domain/statistics/steps';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';
import { lastDays, type Period } from '../../../ui/list/period.ts';

const day = z.string().refine(isCalendarDate).optional().catch(undefined);
const ids = many(z.coerce.number().int().positive());

export const statisticsSchema = z.object({
  from: day,
  to: day,
  unit: z.enum(statisticUnits).optional().catch(undefined),
  hospital: ids,
  center: ids,
  technician: ids,
  priority: many(z.enum(priorities)),
  group: z.enum(statisticGroups).optional().catch(undefined),
});
export type StatisticsState = z.output<typeof statisticsSchema>;

const usualDays = 30;

export function statisticsPeriodOf(
  { from, to }: Pick<StatisticsState, 'from' | 'to'>,
  today: string,
): Period {
  const usual = lastDays(today, usualDays);
  return from === undefined || to === undefined ? usual : { from, to };
}

const weekFrom = 63;
const monthFrom = 184;

/** Returns the default unit: as many pieces as can be distinguished. */
export function unitOf({ unit }: Pick<StatisticsState, 'unit'>, { from, to }: Period): StatisticUnit {
  if (unit !== undefined) return unit;
  const days = daysBetween(calendarDate(from), calendarDate(to)) + 1;
  return days < weekFrom ? 'day' : days < monthFrom ? 'week' : 'month';
}

export function setOf({ hospital, center, technician, priority }: StatisticsState) {
  return { hospital_id: hospital, tech_center_id: center, technician_id: technician, priority };
}

export function statisticsQueryOf(state: StatisticsState, today: string) {
  const { from, to } = statisticsPeriodOf(state, today);
  return { from_time: from, to_time: to, ...setOf(state) };
}

/** Parameter names of the case list's address. */
type ListSearch = Readonly<Record<string, string | readonly (string | number)[] | undefined>>;
export type FigureLink = { readonly to: string; readonly search: ListSearch };

const columnOf = {
  hospital: 'hospital_id',
  center: 'tech_center_id',
  team: 'team_id',
  technician: 'technician_id',
  priority: 'priority',
} as const satisfies Record<StatisticGroup, string>;

/** Returns the filter of the case list for one row of a comparison. */
export const rowSearch = (group: StatisticGroup, id: number | string): ListSearch => ({
  [columnOf[group]]: [id],
});

const set = (values: readonly (string | number)[]) => (values.length === 0 ? undefined : values);

/**
 * Builds the addresses of lists that contain exactly the cases which a figure counts. `own_of`: a user who sees only
 * their own figures.
 */
export function figureLinks(role_key: RoleKey, state: StatisticsState, own_of: number | null) {
  const to = topMenuOf(role_key).find(({ entry }) => entry === 'patches')?.path ?? '/';
  const { hospital_id, tech_center_id, technician_id, priority } = setOf(state);
  const common: ListSearch = {
    hospital_id: set(hospital_id),
    tech_center_id: set(tech_center_id),
    technician_id: set(own_of === null ? technician_id : [own_of]),
    priority: set(priority),
  };
  return (search: ListSearch): FigureLink => ({ to, search: { ...common, ...search } });
}
export type LinkTo = ReturnType<typeof figureLinks>;

/** What the statistics show, as their address holds it, what they ask of the server, and the address of a figure's list. */
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

export function periodOf({ from, to }: Pick<StatisticsState, 'from' | 'to'>, today: string): Period {
  const usual = lastDays(today, usualDays);
  return from === undefined || to === undefined ? usual : { from, to };
}

const weekFrom = 63;
const monthFrom = 184;

/** Where nothing is chosen: so many pieces as can be told apart. */
export function unitOf({ unit }: Pick<StatisticsState, 'unit'>, { from, to }: Period): StatisticUnit {
  if (unit !== undefined) return unit;
  const days = daysBetween(calendarDate(from), calendarDate(to)) + 1;
  return days < weekFrom ? 'day' : days < monthFrom ? 'week' : 'month';
}

export function setOf({ hospital, center, technician, priority }: StatisticsState) {
  return { hospital_id: hospital, tech_center_id: center, technician_id: technician, priority };
}

export function queryOf(state: StatisticsState, today: string) {
  const { from, to } = periodOf(state, today);
  return { from_time: from, to_time: to, ...setOf(state) };
}

/** Names of the case list's address. */
type ListSearch = Readonly<Record<string, string | readonly (string | number)[] | undefined>>;
export type FigureLink = { readonly to: string; readonly search: ListSearch };

const columnOf = {
  hospital: 'hospital_id',
  center: 'tech_center_id',
  team: 'team_id',
  technician: 'technician_id',
  priority: 'priority',
} as const satisfies Record<StatisticGroup, string>;

/** One row of a comparison, as the list asks for it. */
export const rowSearch = (group: StatisticGroup, id: number | string): ListSearch => ({
  [columnOf[group]]: [id],
});

const set = (values: readonly (string | number)[]) => (values.length === 0 ? undefined : values);

/** Makes addresses of the list of exactly the cases that a figure counts. `own_of`: who sees their own figures alone. */
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

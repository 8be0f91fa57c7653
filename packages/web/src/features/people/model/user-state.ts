/** Defines the state of the list of users as stored in its address, and makes the server query from it. */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { userSortKeys, userSorts, type userRoutes, type UserSort } from '@rhythmdesk/contract/users';
import { addDays, calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { groupTypes, roleKeys, type GroupType } from '@rhythmdesk/domain/people/roles';
import { userFlags, type UserFlag } from '@rhythmdesk/domain/people/user-fields';
import { z } from 'zod';
import { many } from '../../../platform/address/many.ts';

export const userViews = ['all', 'waiting', 'tech_center', 'hospital', 'dormant'] as const;
export type UserView = (typeof userViews)[number];

/** The filter by last sign-in: within a number of days, not within it, or never. */
export const signInChoices = ['today', 'week', 'month', 'not-90', 'not-300', 'never'] as const;
export type SignInChoice = (typeof signInChoices)[number];

const usualSort = '-last_sign_in_at';

export const userSchema = z.object({
  q: z.string().max(80).catch(''),
  view: z.enum(userViews).catch('all'),
  role_key: many(z.enum(roleKeys)),
  user_group_id: many(z.coerce.number().int().positive()),
  group_type: many(z.enum(groupTypes)),
  flag: many(z.enum(userFlags)),
  signed_in: z.enum(signInChoices).nullable().catch(null),
  sort: z.enum(userSortKeys).catch(usualSort),
  page: z.coerce.number().int().min(1).catch(1),
});
export type UserState = z.output<typeof userSchema>;

const pageSize = 50;
export type UserQuery = ParsedOf<typeof userRoutes.users>;

const daysOf = { today: 0, week: 6, month: 29, 'not-90': 90, 'not-300': 300 } as const;

/** Returns midnight in the browser's time zone, this many days before `today` (a calendar date there). */
const midnight = (today: string, days: number): string =>
  new Date(`${addDays(calendarDate(today), -days)}T00:00:00`).toISOString();

export function signInPeriod(choice: SignInChoice | null, today: string) {
  if (choice === null) return {};
  if (choice === 'never') return { never_signed_in: true };
  const at = midnight(today, daysOf[choice]);
  return choice.startsWith('not-') ? { to_time: at } : { from_time: at };
}

const viewFlags: Readonly<Partial<Record<UserView, UserFlag>>> = { waiting: 'waiting', dormant: 'dormant' };
const viewTypes: Readonly<Partial<Record<UserView, readonly GroupType[]>>> = {
  tech_center: ['tech_center', 'team'],
  hospital: ['hospital'],
};

export function userQueryOf(state: UserState, today: string): UserQuery {
  const { q, view, role_key, user_group_id, group_type, flag, signed_in, sort, page } = state;
  const viewFlag = viewFlags[view];
  return {
    ...(q === '' ? {} : { q }),
    role_key,
    user_group_id,
    group_type: [...(viewTypes[view] ?? group_type)],
    flag: viewFlag === undefined ? flag : [viewFlag],
    ...signInPeriod(signed_in, today),
    sort,
    page,
    size: pageSize,
  };
}

export const noFilters = {
  q: undefined,
  view: undefined,
  role_key: undefined,
  user_group_id: undefined,
  group_type: undefined,
  flag: undefined,
  signed_in: undefined,
  page: undefined,
} as const;

export function isFiltered(state: UserState): boolean {
  const { q, view, role_key, user_group_id, group_type, flag, signed_in } = state;
  const lists = [role_key, user_group_id, group_type, flag];
  return q !== '' || view !== 'all' || signed_in !== null || lists.some(({ length }) => length > 0);
}

const isSort = (name: string): name is UserSort => userSorts.some((each) => each === name);

/** The default sort of the list is not written to the address. */
export function sortInAddress(field: string, direction: 'asc' | 'desc'): string | undefined {
  if (!isSort(field)) return undefined;
  const sort = direction === 'desc' ? `-${field}` : field;
  return sort === usualSort ? undefined : sort;
}

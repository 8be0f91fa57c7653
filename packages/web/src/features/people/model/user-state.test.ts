import { expect, test } from 'vitest';
import { isFiltered, userQueryOf, signInPeriod, sortInAddress, userSchema } from './user-state.ts';

const today = '2026-11-22';
const state = (written: object) => userSchema.parse(written);

test('an empty URL is everybody who did not withdraw, the latest sign-in first, fifty a page', () => {
  expect(userQueryOf(state({}), today)).toEqual({
    role_key: [],
    user_group_id: [],
    group_type: [],
    flag: [],
    sort: '-last_sign_in_at',
    page: 1,
    size: 50,
  });
});

test('a view has its filters; teams are users of a center', () => {
  expect(userQueryOf(state({ view: 'dormant', flag: 'active' }), today)).toMatchObject({ flag: ['dormant'] });
  expect(userQueryOf(state({ view: 'tech_center' }), today)).toMatchObject({
    group_type: ['tech_center', 'team'],
  });
});

test('invalid values of the URL fall back; one value is a list of one', () => {
  const read = state({ view: 'nobody', role_key: 'CHIEF', user_group_id: 'x', signed_in: 'ever', page: '0' });
  expect(read).toMatchObject({
    view: 'all',
    role_key: ['CHIEF'],
    user_group_id: [],
    signed_in: null,
    page: 1,
  });
  expect(isFiltered(read)).toBe(true);
  expect(isFiltered(state({ view: 'nobody' }))).toBe(false);
});

test('the last sign-in is a period from midnight of the user’s zone', () => {
  const midnight = (date: string) => new Date(`${date}T00:00:00`).toISOString();
  expect(signInPeriod('today', today)).toEqual({ from_time: midnight('2026-11-22') });
  expect(signInPeriod('week', today)).toEqual({ from_time: midnight('2026-11-16') });
  expect(signInPeriod('not-90', today)).toEqual({ to_time: midnight('2026-08-24') });
  expect(signInPeriod('never', today)).toEqual({ never_signed_in: true });
  expect(signInPeriod(null, today)).toEqual({});
});

test('the default order is not in the URL', () => {
  expect(sortInAddress('last_sign_in_at', 'desc')).toBeUndefined();
  expect(sortInAddress('last_sign_in_at', 'asc')).toBe('last_sign_in_at');
  expect(sortInAddress('name', 'desc')).toBe('-name');
  expect(sortInAddress('user_role', 'asc')).toBeUndefined();
});

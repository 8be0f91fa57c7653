import { expect, test } from 'vitest';
import { addDays, calendarDate } from '../kit/calendar.ts';
import { backtestBefore, forecastFrom, type CountOn } from './forecast.ts';
import { weekdayOf } from './steps.ts';

const today = calendarDate('2026-11-23');
const byWeekday: CountOn = (day) => weekdayOf(day) * 10;

test('a steady week is forecast exactly, and its backtest has no error', () => {
  for (const { day, expected, low, high } of forecastFrom(today, byWeekday)) {
    expect([expected, low, high]).toEqual([weekdayOf(day) * 10, weekdayOf(day) * 10, weekdayOf(day) * 10]);
  }
  const { days, error_cases, error_share, within } = backtestBefore(today, byWeekday);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-26', '2026-11-22']);
  expect([error_cases, error_share, within]).toEqual([0, 0, 1]);
});

test('the forecast never reads the days that it predicts', () => {
  const known: CountOn = (day) => {
    if (day >= today) throw new Error(`read ${day}`);
    return 1;
  };
  expect(forecastFrom(today, known)).toHaveLength(14);
});

test('a jump of the last four weeks is an error, counted manually', () => {
  const jump = addDays(today, -28);
  const { error_cases, error_share, within, days } = backtestBefore(today, (day) => (day >= jump ? 14 : 2));
  expect(days.slice(0, 14).every(({ expected }) => expected === 2)).toBe(true);
  // The second forecast knows two weeks of the new level, two of its twelve.
  expect(days.slice(14).every(({ expected }) => expected === (10 * 2 + 2 * 14) / 12)).toBe(true);
  expect(error_cases).toBe((12 + 10) / 2);
  expect(error_share).toBeCloseTo(11 / 14);
  expect(within).toBe(0.5);
});

test('without requests the error has no share', () => {
  expect(backtestBefore(today, () => 0)).toMatchObject({ error_cases: 0, error_share: null, within: 1 });
});

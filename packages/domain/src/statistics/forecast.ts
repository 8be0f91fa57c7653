/**
 * Forecasts the requests of the coming days from the weekday pattern: the mean of the same weekday over the previous
 * twelve weeks, and the range that contained eight in ten of them. Anybody can check the method by hand. Its error is
 * shown: the same forecast is calculated for past days from what was known the day before they began.
 */
import { addDays } from '../kit/calendar.ts';
import type { CalendarDate } from '../kit/brand.ts';
import { percentileOf } from './steps.ts';

export const forecastDays = 14;
const weeks = 12;
const backtests = 2;
/** The number of days before today that the forecast and its backtest need. */
export const forecastHistoryDays = weeks * 7 + backtests * forecastDays;

interface ForecastDay {
  readonly day: CalendarDate;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

export type CountOn = (day: CalendarDate) => number;

/** Forecasts the days from `first` on, with the data up to the day before it. */
export function forecastFrom(first: CalendarDate, countOn: CountOn): ForecastDay[] {
  return Array.from({ length: forecastDays }, (_, ahead) => {
    const day = addDays(first, ahead);
    const nearest = addDays(day, ahead < 7 ? -7 : -14);
    const same = Array.from({ length: weeks }, (_week, back) => countOn(addDays(nearest, -7 * back)));
    const values = same.map((value) => ({ value, count: 1 }));
    return {
      day,
      expected: same.reduce((sum, value) => sum + value, 0) / weeks,
      low: percentileOf(values, 0.1) ?? 0,
      high: percentileOf(values, 0.9) ?? 0,
    };
  });
}

interface Backtest {
  readonly days: readonly (ForecastDay & { readonly came: number })[];
  /** Mean absolute error per day. */
  readonly error_cases: number;
  /** The same as a share of the mean number of requests per day; null if there were none. */
  readonly error_share: number | null;
  /** Share of the days whose count was inside the forecast range. */
  readonly within: number;
}

/** Returns the last 28 days with the two forecasts of 14 days that would have been made for them. */
export function backtestBefore(today: CalendarDate, countOn: CountOn): Backtest {
  const days = Array.from({ length: backtests }, (_, index) =>
    forecastFrom(addDays(today, -forecastDays * (backtests - index)), countOn),
  )
    .flat()
    .map((each) => ({ ...each, came: countOn(each.day) }));
  const missed = days.reduce((sum, { expected, came }) => sum + Math.abs(expected - came), 0);
  const came = days.reduce((sum, each) => sum + each.came, 0);
  const inside = days.filter((each) => each.came >= each.low && each.came <= each.high).length;
  return {
    days,
    error_cases: missed / days.length,
    error_share: came === 0 ? null : missed / came,
    within: inside / days.length,
  };
}

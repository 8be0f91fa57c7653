import { expect, test, vi } from 'vitest';
import { languages } from '@rhythmdesk/domain/kit/languages';
import {
  dayDistance,
  formatBytes,
  formatCalendarDate,
  formatInstant,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRange,
  formatRelative,
  formatStamp,
} from './format.ts';

const at = Date.UTC(2026, 10, 20, 5, 1, 40);

test('an instant is written in each language and a named zone', () => {
  expect(formatInstant('en', 'dayTime', at, 'Asia/Tokyo')).toBe('20 Nov, 14:01');
  expect(formatInstant('ja', 'dayTime', at, 'Asia/Tokyo')).toBe('11月20日 14:01');
  expect(formatInstant('ko', 'dayTime', at, 'Asia/Seoul')).toContain('11월 20일');
  expect(formatInstant('zh', 'dayTime', at, 'Asia/Shanghai')).toContain('11月20日');
});

test('midnight is 00, never 24', () => {
  expect(formatInstant('en', 'time', Date.UTC(2026, 0, 1, 0, 5), 'UTC')).toBe('00:05');
  expect(formatInstant('ja', 'time', Date.UTC(2026, 0, 1, 0, 5), 'UTC')).toBe('00:05');
});

test('the year is shown only if it is not this one', () => {
  expect(formatMoment('en', at, at, 'UTC')).toBe('20 Nov, 05:01');
  expect(formatMoment('en', Date.UTC(2025, 0, 2), at, 'UTC')).toBe('2 Jan 2025, 00:00');
});

test('a calendar date is the same everywhere', () => {
  expect(formatCalendarDate('en', '1954-03-12')).toBe('12 Mar 1954');
  expect(formatCalendarDate('ja', '1954-03-12')).toBe('1954年3月12日');
});

test('a stamp is the wire form with a space', () => {
  expect(formatStamp(at, 'Asia/Tokyo')).toBe('2026-11-20 14:01:40');
});

test('a range shows shared parts once', () => {
  const range = formatRange('en', 'date', Date.UTC(2026, 9, 22), Date.UTC(2026, 10, 20), 'UTC');
  expect(range.replaceAll('\u2009', ' ')).toBe('22 Oct – 20 Nov 2026');
});

test('relative time rounds to the nearest unit', () => {
  expect(formatRelative('en', at - 3 * 60_000, at)).toBe('3 minutes ago');
  expect(formatRelative('en', at - 86_400_000, at)).toBe('yesterday');
  expect(formatRelative('en', at + 2 * 3_600_000, at)).toBe('in 2 hours');
  expect(formatRelative('ja', at - 13_000, at)).toBe('13秒前');
});

test('numbers group and carry a real minus', () => {
  expect(formatNumber('en', 1284)).toBe('1,284');
  expect(formatNumber('en', -1)).toBe('−1');
  expect(formatPercent('en', 0.021)).toBe('2.1\u202f%');
});

test('a share that is not zero is never shown as 0 %', () => {
  expect(formatPercent('en', 3.444 / 21_600)).toBe('<\u202f0.1\u202f%');
  expect(formatPercent('ko', 0.000_04, 2)).toBe('<\u202f0.01\u202f%');
  expect(formatPercent('ja', 0.004, 0)).toBe('<\u202f1\u202f%');
  expect(formatPercent('en', 0)).toBe('0.0\u202f%');
  expect(formatPercent('en', 0.0005)).toBe('0.1\u202f%');
});

test('bytes show three figures at most', () => {
  const plain = (bytes: number) => formatBytes('en', bytes).replaceAll('\u00a0', ' ');
  expect(plain(0)).toBe('0 B');
  expect(plain(999)).toBe('999 B');
  expect(plain(598_000_000)).toBe('598 MB');
  expect(plain(1_540_000_000)).toBe('1.54 GB');
  expect(plain(999_600_000)).toBe('1.00 GB');
});

test('money is divided by the minor units of its currency', () => {
  expect(formatMoney('en', 38_000, 'KRW')).toBe('₩38,000');
  expect(formatMoney('en', 497_550, 'GBP')).toBe('£4,975.50');
  for (const language of languages) expect(formatMoney(language, -14_800, 'JPY')).toBe('−¥14,800');
});

test('days are counted on the calendar of the zone', () => {
  const lateEvening = Date.UTC(2026, 10, 20, 14, 30);
  const earlyMorning = Date.UTC(2026, 10, 20, 15, 30);
  expect(dayDistance(lateEvening, earlyMorning, 'UTC')).toBe(0);
  expect(dayDistance(lateEvening, earlyMorning, 'Asia/Tokyo')).toBe(1);
  expect(dayDistance(earlyMorning, lateEvening, 'Asia/Tokyo')).toBe(-1);
});

test('the form of a number is made once for each language and number of digits', () => {
  formatNumber('ko', 1, 3);
  const made = vi.spyOn(Intl, 'NumberFormat');
  expect(['ko', 'ko'].map((_, i) => formatNumber('ko', 1234.5678 + i, 3))).toEqual([
    '1,234.568',
    '1,235.568',
  ]);
  expect(formatPercent('ko', 0.0125, 3)).toBe('1.250\u202f%');
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

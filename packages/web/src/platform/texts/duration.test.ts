import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCountdown, formatDuration, formatDurationToMinute, formatLength } from './duration.ts';

const hour = 3_600_000;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('two largest units are used in each language', () => {
  const length = (13 * 24 + 22) * hour + 59_000;
  expect(plain(formatDuration('en', length))).toBe('13 d 22 h');
  expect(formatDuration('ja', length)).toBe('13日22時間');
  expect(formatDuration('ko', length)).toBe('13일 22시간');
  expect(formatDuration('zh', length)).toBe('13天22小时');
});

test('zero hours are shown after days', () => {
  expect(plain(formatDuration('en', 7 * 24 * hour))).toBe('7 d 0 h');
  expect(formatDuration('ja', 7 * 24 * hour)).toBe('7日0時間');
});

test('minutes and seconds are padded in English only', () => {
  expect(plain(formatDuration('en', 3 * hour + 5 * 60_000))).toBe('3 h 05 m');
  expect(formatDuration('ja', 3 * hour + 5 * 60_000)).toBe('3時間5分');
  expect(plain(formatDuration('en', 124_000))).toBe('2 m 04 s');
  expect(plain(formatDuration('en', 58_400))).toBe('58 s');
});

test('a due time is never finer than a minute', () => {
  expect(plain(formatDurationToMinute('en', 38 * 60_000 + 59_000))).toBe('38 m');
  expect(plain(formatDurationToMinute('en', 20_000))).toBe('0 m');
  expect(plain(formatDurationToMinute('en', 2 * hour + 14 * 60_000))).toBe('2 h 14 m');
});

test('a countdown includes the second that has begun', () => {
  expect(formatCountdown(180_000)).toBe('3:00');
  expect(formatCountdown(166_400)).toBe('2:47');
  expect(formatCountdown(0)).toBe('0:00');
  expect(formatCountdown(-5)).toBe('0:00');
});

test('a longer length never reads as fewer days', () => {
  fc.assert(
    fc.property(fc.nat(60 * 24), fc.nat(60 * 24), (a, b) => {
      const days = (hours: number) => Number(/^(\d+)日/.exec(formatDuration('ja', hours * hour))?.[1] ?? 0);
      expect(days(Math.max(a, b))).toBeGreaterThanOrEqual(days(Math.min(a, b)));
    }),
  );
});

test('the length of a finding is rounded as in the report', () => {
  expect(
    [0.5, 3.444, 11.7, 59.4, 59.6, 124, 3_599.9, 4_254].map((seconds) => plain(formatLength('en', seconds))),
  ).toEqual(['0.5 s', '3.4 s', '12 s', '59 s', '1 m 00 s', '2 m 04 s', '1 h 00 m', '1 h 11 m']);
  expect(formatLength('ja', 11.7)).toBe('12秒');
  expect(formatLength('ko', 3.444)).toBe('3.4초');
});

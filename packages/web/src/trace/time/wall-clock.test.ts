import { expect, test } from 'vitest';
import { createWallClock } from './wall-clock.ts';

const hour = 3_600_000;

test('the hospital’s local time is shown, whatever the reader’s zone', () => {
  const tokyo = createWallClock('Asia/Tokyo', 'en-GB');
  const at = Date.UTC(2026, 10, 10, 17, 11, 23, 486);
  expect(tokyo.second(at)).toBe('02:11:23');
  expect(tokyo.minute(at)).toBe('02:11');
  expect(tokyo.milli(at)).toBe('02:11:23.486');
  expect(tokyo.day(at)).toMatch(/Wed/);
  expect(createWallClock('Asia/Kolkata', 'en-GB').minute(at)).toBe('22:41');
});

test('nights are 22:00 to 06:00 local time, cut to the section', () => {
  const tokyo = createWallClock('Asia/Tokyo', 'en-GB');
  const from = Date.UTC(2026, 10, 10, 14);
  const nights = tokyo.nights({ fromMs: from, toMs: from + 30 * hour });
  expect(nights.map(({ fromMs, toMs }) => [(fromMs - from) / hour, (toMs - from) / hour])).toEqual([
    [0, 7],
    [23, 30],
  ]);
});

test('a change from summer time makes a day of 25 hours and a night of nine', () => {
  const berlin = createWallClock('Europe/Berlin', 'en-GB');
  const span = { fromMs: Date.UTC(2026, 9, 24, 12), toMs: Date.UTC(2026, 9, 26, 12) };
  const [first = 0, second = 0] = berlin.midnights(span);
  expect((second - first) / hour).toBe(25);
  const [night] = berlin.nights(span);
  expect(((night?.toMs ?? 0) - (night?.fromMs ?? 0)) / hour).toBe(9);
});

test('days are counted by local midnights', () => {
  const seoul = createWallClock('Asia/Seoul', 'ko-KR');
  expect(seoul.daysBetween(Date.UTC(2026, 0, 1, 14, 59), Date.UTC(2026, 0, 1, 15, 1))).toBe(1);
});

/** Tests local times and offsets: fractions of an hour, both sides of UTC, summer time. */
import { expect, test } from 'vitest';
import { digitsAt, isoTime, offsetText } from './local-time.ts';

const at = new Date('2026-11-19T23:30:05.700Z');

test('offsets have hours and minutes', () => {
  expect([0, -210, 345, 540].map(offsetText)).toEqual(['+0000', '-0330', '+0545', '+0900']);
  expect(digitsAt(at, 540)).toBe('20261120083005');
});

test('an instant is written in the time of its zone and stays the same instant', () => {
  expect(isoTime(at, 'Asia/Seoul')).toBe('2026-11-20T08:30:05.700+09:00');
  expect(isoTime(at, 'UTC')).toBe('2026-11-19T23:30:05.700+00:00');
  expect(isoTime(at, 'America/St_Johns')).toBe('2026-11-19T20:00:05.700-03:30');
  for (const zone of ['Asia/Kathmandu', 'Europe/Berlin']) {
    for (let day = 0; day < 366; day += 1) {
      const one = at.getTime() - day * 86_400_000;
      expect(Date.parse(isoTime(new Date(one), zone))).toBe(one);
    }
  }
});

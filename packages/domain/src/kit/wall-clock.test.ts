import { expect, test } from 'vitest';
import { dateIn, hourIn, zoneClock } from './wall-clock.ts';

const at = Date.UTC(2026, 10, 5, 23, 30, 1, 250);

test('a time is converted to the hospital’s zone and back', () => {
  expect(zoneClock('Asia/Seoul').shown(at)).toBe(Date.UTC(2026, 10, 6, 8, 30, 1, 250));
  expect(zoneClock('America/New_York').shown(at)).toBe(Date.UTC(2026, 10, 5, 18, 30, 1, 250));
  expect(zoneClock('UTC').shown(at)).toBe(at);
  for (const zone of ['Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata']) {
    const { shown, instant } = zoneClock(zone);
    for (let hour = 0; hour < 9000; hour += 7) {
      const moment = Date.UTC(2026, 0, 1) + hour * 3_600_000;
      const back = instant(shown(moment));
      if (back !== moment) expect(shown(back)).toBe(shown(moment));
    }
  }
});

test('a date and an hour are in the zone’s time', () => {
  expect(dateIn('Asia/Seoul', at)).toBe('2026-11-06');
  expect(dateIn('America/New_York', at)).toBe('2026-11-05');
  expect(hourIn('Asia/Kolkata', Date.UTC(2026, 10, 5, 4))).toBe(9.5);
});

import { expect, test } from 'vitest';
import { atWallClock, wallClock } from './wall-clock.ts';

test('the hospital’s clock, and back', () => {
  const at = Date.UTC(2026, 10, 5, 23, 30, 1, 250);
  expect(wallClock(at, 'Asia/Seoul')).toBe(Date.UTC(2026, 10, 6, 8, 30, 1, 250));
  expect(wallClock(at, 'America/New_York')).toBe(Date.UTC(2026, 10, 5, 18, 30, 1, 250));
  expect(wallClock(at, 'UTC')).toBe(at);
  for (const zone of ['Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata']) {
    for (let hour = 0; hour < 9000; hour += 7) {
      const moment = Date.UTC(2026, 0, 1) + hour * 3_600_000;
      const back = atWallClock(wallClock(moment, zone), zone);
      if (back !== moment) expect(wallClock(back, zone)).toBe(wallClock(moment, zone));
    }
  }
});

import { expect, test } from 'vitest';
import { standingClock, systemClock } from './clock.ts';

test('a test clock moves only when it is set', () => {
  const clock = standingClock(new Date('2026-01-01T00:00:00Z'));
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
  clock.advance(61_000);
  expect(clock.now().toISOString()).toBe('2026-01-01T00:01:01.000Z');
});

test('the system clock is the machine’s', () => {
  const before = Date.now();
  const now = systemClock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

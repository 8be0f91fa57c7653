import { expect, test } from 'vitest';
import { dormancyNoticeDays, dormancyStep, dormantAt } from './dormancy.ts';

const day = 86_400_000;
const seen = Date.parse('2026-01-01T09:00:00Z');
const step = (days: number, notified: number | null) =>
  dormancyStep(
    { active_at: seen, notified_at: notified === null ? null : seen + notified * day },
    365,
    seen + days * day,
  );

test('a user is notified 14 days before, once, and becomes dormant on the day', () => {
  expect([step(350.9, null), step(351, null)]).toEqual(['none', 'notify']);
  expect([step(352, 351), step(364.9, 351), step(365, 351)]).toEqual(['none', 'none', 'sleep']);
});

test('nobody becomes dormant without 14 days of notice, however late the notice was', () => {
  expect(step(500, null)).toBe('notify');
  expect([step(500 + dormancyNoticeDays - 0.1, 500), step(500 + dormancyNoticeDays, 500)]).toEqual([
    'none',
    'sleep',
  ]);
});

test('a notice from before the last sign-in does not count', () => {
  expect(step(364, -3)).toBe('notify');
  expect(dormantAt({ active_at: seen, notified_at: seen - 3 * day }, 365)).toBe(seen + 365 * day);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countdownMs, countdownTone, idlePhase } from './idle-phase.ts';

const limit = 15 * 60_000;

test('twelve idle minutes of fifteen open the countdown', () => {
  expect(idlePhase(12 * 60_000 - 1, 0, limit)).toEqual({ kind: 'active', countdownInMs: 1 });
  expect(idlePhase(12 * 60_000, 0, limit)).toEqual({ kind: 'countdown', leftMs: countdownMs });
  expect(idlePhase(limit - 1, 0, limit)).toEqual({ kind: 'countdown', leftMs: 1 });
  expect(idlePhase(limit, 0, limit)).toEqual({ kind: 'expired' });
});

test('a machine that slept past the limit is expired at once', () => {
  expect(idlePhase(8 * 3_600_000, 0, limit)).toEqual({ kind: 'expired' });
});

test('activity always returns to active', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 60 }), fc.nat(1e12), (minutes, now) => {
      expect(idlePhase(now, now, minutes * 60_000).kind).toBe('active');
    }),
  );
});

test('the ring warns under a minute and alarms under fifteen seconds', () => {
  expect(countdownTone(60_000)).toBe('primary');
  expect(countdownTone(59_999)).toBe('warning');
  expect(countdownTone(14_999)).toBe('error');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneClock } from '../kit/wall-clock.ts';
import { areHours, dutyAt } from './duty-hours.ts';

const tokyo = (wall: string): number => zoneClock('Asia/Tokyo').instant(Date.parse(`${wall}:00Z`));
const hours = { duty: 'hours', duty_from: '08:30', duty_to: '17:00' } as const;
const outside = { ...hours, duty: 'out_of_hours' } as const;

/** 20 November 2026 is a Friday. */
test.each([
  ['2026-11-20T08:29', false, '2026-11-20T08:30'],
  ['2026-11-20T08:30', true, '2026-11-20T17:00'],
  ['2026-11-20T16:59', true, '2026-11-20T17:00'],
  ['2026-11-20T17:00', false, '2026-11-23T08:30'],
  ['2026-11-21T12:00', false, '2026-11-23T08:30'],
  ['2026-11-22T23:59', false, '2026-11-23T08:30'],
] as const)('at %s the number of the day is on duty: %s, until %s', (wall, on_duty, until) => {
  expect(dutyAt(hours, 'Asia/Tokyo', tokyo(wall))).toEqual({ on_duty, changes_ms: tokyo(until) });
  expect(dutyAt(outside, 'Asia/Tokyo', tokyo(wall))).toEqual({
    on_duty: !on_duty,
    changes_ms: tokyo(until),
  });
});

test('a number for any time never changes, and needs no hours', () => {
  const always = { ...hours, duty: 'always', duty_to: '08:00' } as const;
  expect(dutyAt(always, 'Asia/Tokyo', tokyo('2026-11-20T03:00'))).toEqual({
    on_duty: true,
    changes_ms: null,
  });
  expect(areHours(always)).toBe(true);
  expect(areHours({ ...always, duty: 'hours' })).toBe(false);
  expect(areHours({ ...hours, duty_to: '08:30' })).toBe(false);
});

test('invariant: one of the two is on duty at any instant; nothing changes before the stated time, and then it does', () => {
  const time = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  const week = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  const zone = fc.constantFrom('Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'UTC');
  fc.assert(
    fc.property(
      time,
      time,
      week,
      zone,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b, at, where, share) => {
        fc.pre(a !== b);
        const [duty_from, duty_to] = [a, b].sort();
        if (duty_from === undefined || duty_to === undefined) return;
        const day = dutyAt({ duty: 'hours', duty_from, duty_to }, where, at);
        const night = dutyAt({ duty: 'out_of_hours', duty_from, duty_to }, where, at);
        expect(night).toEqual({ on_duty: !day.on_duty, changes_ms: day.changes_ms });
        const end = day.changes_ms ?? Number.NaN;
        expect(end).toBeGreaterThan(at);
        const stands = (ms: number): boolean =>
          dutyAt({ duty: 'hours', duty_from, duty_to }, where, ms).on_duty;
        expect(stands(Math.floor(at + share * (end - 1 - at)))).toBe(day.on_duty);
        expect(stands(end)).toBe(!day.on_duty);
      },
    ),
  );
});

import { hourMs } from '@rhythmdesk/domain/kit/calendar';
import { expect, test } from 'vitest';
import { dayOfRecording } from '../../../trace/time/day-of-recording.ts';
import { createWallClock } from '../../../trace/time/wall-clock.ts';
import { passings } from '../../../trace/time/written-times.ts';
import { sortFindings, type FindingItem } from './finding-items.ts';
import { jumpTarget } from './finding-jump.ts';

/**
 * Three days from 18:00 in the hospital's time zone, one sample a second; a finding of ten seconds every ten minutes.
 */
const clock = { start_ms: Date.UTC(2026, 10, 10, 9), sampling_hz: 1, samples: 72 * 3600 };
const wall = createWallClock('Asia/Tokyo', 'en-GB');
const view = {
  passings: (timeMs: number) => passings(clock, wall, timeMs),
  dayOf: (sample: number) => dayOfRecording(clock, wall, sample),
};
const items: FindingItem[] = Array.from({ length: 432 }, (_, index) => ({
  index,
  start: index * 600,
  end: index * 600 + 10,
  seconds: 10,
  bpm: 60 + (index % 7),
  certainty: 1,
}));
const hour = hourMs / 1000;

const jump = (text: string, near = 0, sorted = items): number | undefined =>
  jumpTarget(text, sorted, view, near)?.start;

test('a number is a position in the sorted list', () => {
  expect(jump('381')).toBe(380 * 600);
  expect(jump(' 1 ')).toBe(0);
  const fastest = sortFindings(items, 'rate');
  expect(jump('2', 0, fastest)).toBe(fastest[1]?.start);
  expect([jump('0'), jump('433'), jump(''), jump('next')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a time of day is the first finding from then on', () => {
  expect(jump('02:11')).toBe(8 * hour + 20 * 60);
  expect(jump('2:20:00')).toBe(8 * hour + 20 * 60);
  expect(jump('02:20:05')).toBe(8 * hour + 20 * 60);
  expect(jump('02:20:11')).toBe(8 * hour + 30 * 60);
  expect(jump('02:11', 0, sortFindings(items, 'rate'))).toBe(8 * hour + 20 * 60);
});

test('of several days the nearest to the selected finding is used, or the given one', () => {
  expect(jump('02:00', 40 * hour)).toBe(32 * hour);
  expect(jump('02:00', 22 * hour)).toBe(32 * hour);
  expect(jump('D2 02:00', 60 * hour)).toBe(8 * hour);
  expect(jump('4, 02:00')).toBe(56 * hour);
  for (const written of ['d4 2:00', '4日目 02:00', '4일차 02:00', '第4天 02：00:00'])
    expect([written, jump(written)]).toEqual([written, 56 * hour]);
  expect([jump('D9 02:00'), jump('25:00'), jump('D1 02:00')]).toEqual([undefined, undefined, undefined]);
});

test('after the last finding there is none', () => {
  expect(jump('D4 17:59:59', 71 * hour)).toBeUndefined();
});

import { hourMs } from '@rhythmdesk/domain/kit/calendar';
import { expect, test } from 'vitest';
import { msAt } from './time-scale.ts';
import { createWallClock } from './wall-clock.ts';
import { passings, writtenTimes } from './written-times.ts';

const tokyo = createWallClock('Asia/Tokyo', 'en-GB');
/** Starts on Tuesday 10 November at 18:00 in Tokyo. */
const recording = (hours: number) => ({
  start_ms: Date.UTC(2026, 10, 10, 9),
  sampling_hz: 250,
  samples: hours * 3600 * 250,
});

function linked(text: string, hours: number, wall = tokyo): [string, string][] {
  const clock = recording(hours);
  const pieces = writtenTimes(text, clock, wall);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  return pieces.flatMap(({ text: said, sample }) =>
    sample === null ? [] : [[said, new Date(msAt(clock, sample)).toISOString()]],
  );
}

test('a time that occurs once in the recording has its position, in the hospital’s time zone', () => {
  expect(linked('Pause at 02:11:23, again 19:00:00.500.', 20)).toEqual([
    ['02:11:23', '2026-11-10T17:11:23.000Z'],
    ['19:00:00.500', '2026-11-10T10:00:00.500Z'],
  ]);
  expect(linked('17:59:59 before, 25:00:00 never, 02:11 too coarse, 1:02:11:23 no time', 20)).toEqual([]);
});

test('a time that occurs twice needs its day', () => {
  expect(linked('AF from 02:11:23', 72)).toEqual([]);
  expect(linked('AF from 11/11 02:11:23', 72)).toEqual([['11/11 02:11:23', '2026-11-10T17:11:23.000Z']]);
});

test.each([
  '2026-11-12 02:11:23',
  '2026-11-12T02:11:23',
  '2026年11月12日 02:11:23',
  '2026년 11월 12일 02:11:23',
  'Thu 12 02:11:23',
  'Thu, 12 Nov, 02:11:23',
  '12 November 02:11:23',
  'Nov 12, 02:11:23',
  '12/11 02:11:23',
  '11/12 02:11:23',
  '11月12日(木) 02:11:23',
  '12日02:11:23',
  '11월 12일 02:11:23',
  '12일 (목) 02:11:23',
  '12日周四 02:11:23',
  'Day 3, 02:11:23',
  '3日目 02:11:23',
  '3일차 02:11:23',
  '第3天 02:11:23',
])('the day in %s is read', (said) => {
  expect(linked(`see ${said} please`, 72)).toEqual([[said, '2026-11-11T17:11:23.000Z']]);
});

test('a day without a recording has no position', () => {
  for (const said of ['12 Oct 02:11:23', '2025-11-12 02:11:23', '20日 02:11:23', 'Day 9 02:11:23']) {
    expect(linked(said, 72)).toEqual([]);
  }
});

test('an hour that occurs twice on the clock has no position, one that occurs once does', () => {
  const berlin = createWallClock('Europe/Berlin', 'en-GB');
  const clock = { start_ms: Date.UTC(2026, 9, 24, 20), sampling_hz: 250, samples: 10 * 3600 * 250 };
  const places = (text: string) => writtenTimes(text, clock, berlin).filter(({ sample }) => sample !== null);
  expect(places('02:30:00')).toEqual([]);
  const [once] = places('03:30:00');
  expect(msAt(clock, once?.sample ?? 0) - clock.start_ms).toBe(6.5 * hourMs);
});

test('a time of day occurs on each day of the recording, and on none outside of it', () => {
  const at = (timeMs: number, hours: number): string[] =>
    passings(recording(hours), tokyo, timeMs).map((sample) =>
      new Date(msAt(recording(hours), sample)).toISOString(),
    );
  expect(at(2 * hourMs, 20)).toEqual(['2026-11-10T17:00:00.000Z']);
  expect(at(2 * hourMs, 48)).toEqual(['2026-11-10T17:00:00.000Z', '2026-11-11T17:00:00.000Z']);
  expect(at(17 * hourMs, 20)).toEqual([]);
});

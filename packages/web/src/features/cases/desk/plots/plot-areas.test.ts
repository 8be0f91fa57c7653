import { expect, test } from 'vitest';
import { dayArea, dayTicks, hourText, plotAreas, roundTicks } from './plot-areas.ts';

const intervalsOf = (...before: number[]) => ({
  intervals: { before: Float32Array.from(before), after: Float32Array.from(before) },
});

test('the axes contain nearly all intervals; one artefact does not squeeze the rest', () => {
  const usual = Array.from({ length: 5000 }, (_, i) => 700 + (i % 200));
  expect(plotAreas(intervalsOf(...usual)).poincare.x).toEqual({ from: 600, to: 1000 });
  expect(plotAreas(intervalsOf(...usual, 4800)).poincare.x).toEqual({ from: 600, to: 1000 });
  const early = Array.from({ length: 50 }, () => 320);
  expect(plotAreas(intervalsOf(...usual, ...early)).rr.x).toEqual({ from: 200, to: 1000 });
  expect(plotAreas(intervalsOf(...usual)).rate.x).toEqual({ from: 60, to: 100 });
  expect(plotAreas(intervalsOf(NaN)).rr.x).toEqual({ from: 200, to: 2000 });
});

const clock = { start_ms: 0, sampling_hz: 250, samples: 24 * 3600 * 250 };
const hours = (from: number, to: number) => ({ start: from * 900_000, end: to * 900_000, midnightMs: 0 });

test('half an hour fills the axis of its day; a nearly whole day is shown from midnight to midnight', () => {
  const rr = { from: 600, to: 1000 };
  const { x, y } = dayArea(hours(8.1, 8.6), clock, rr);
  expect(y).toEqual({ from: 0.6, to: 1 });
  expect([hourText(x.from), hourText(x.to)]).toEqual(['08:05', '08:40']);
  expect(dayTicks(x).map(hourText)).toEqual([
    '08:05',
    '08:10',
    '08:15',
    '08:20',
    '08:25',
    '08:30',
    '08:35',
    '08:40',
  ]);
  expect(dayArea(hours(1, 23), clock, rr).x).toEqual({ from: 0, to: 24 });
  expect(dayTicks({ from: 0, to: 24 })).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24]);
});

test('ticks are round values within the range', () => {
  expect(roundTicks({ from: 600, to: 1000 })).toEqual([650, 700, 750, 800, 850, 900, 950]);
  expect(roundTicks({ from: 200, to: 1500 })).toEqual([400, 600, 800, 1000, 1200, 1400]);
  expect(roundTicks({ from: 0.6, to: 1 }).map((one) => one.toFixed(1))).toEqual(['0.7', '0.8', '0.9']);
});

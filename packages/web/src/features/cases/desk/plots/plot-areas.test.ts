import { expect, test } from 'vitest';
import { createWallClock } from '../../../../trace/time/wall-clock.ts';
import { plotDays } from './plot-model.ts';
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
const day = { midnightMs: 0, hours: 24 };
const hours = (from: number, to: number) => ({ start: from * 900_000, end: to * 900_000, ...day });
const text = hourText(day, createWallClock('UTC', 'en'));

test('half an hour fills the axis of its day; a nearly whole day is shown from midnight to midnight', () => {
  const rr = { from: 600, to: 1000 };
  const { x, y } = dayArea(hours(8.1, 8.6), clock, rr);
  expect(y).toEqual({ from: 0.6, to: 1 });
  expect([text(x.from), text(x.to)]).toEqual(['08:05', '08:40']);
  expect(dayTicks(x).map(text)).toEqual([
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

test.each([
  { clocks: 'forward', date: '2026-03-28T23:00Z', hours: 23, labels: ['00:00', '04:00', '07:00', '22:00'] },
  {
    clocks: 'back',
    date: '2026-10-24T22:00Z',
    hours: 25,
    labels: ['00:00', '02:00 GMT+1', '05:00', '23:00'],
  },
])(
  'a day on which the clocks are set $clocks has its hours, with local times',
  ({ date, hours: length, labels }) => {
    const wall = createWallClock('Europe/Berlin', 'en');
    const start_ms = Date.parse(date);
    const recording = { start_ms, sampling_hz: 250, samples: length * 3600 * 250 };
    const [whole, ...others] = plotDays(recording, wall);
    expect([whole?.hours, others]).toEqual([length, []]);
    if (whole === undefined) throw new Error('no day');
    const { x } = dayArea(whole, recording, { from: 600, to: 1000 });
    expect(x).toEqual({ from: 0, to: length });
    const ticks = dayTicks(x);
    expect([0, 1, 2, ticks.length - 1].map((i) => hourText(whole, wall)(ticks[i] ?? -1))).toEqual(labels);
  },
);

test('ticks are round values within the range', () => {
  expect(roundTicks({ from: 600, to: 1000 })).toEqual([650, 700, 750, 800, 850, 900, 950]);
  expect(roundTicks({ from: 200, to: 1500 })).toEqual([400, 600, 800, 1000, 1200, 1400]);
  expect(roundTicks({ from: 0.6, to: 1 }).map((one) => one.toFixed(1))).toEqual(['0.7', '0.8', '0.9']);
});

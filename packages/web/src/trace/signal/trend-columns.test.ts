import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import { expect, test } from 'vitest';
import type { Beats, TrendPoint } from './reading.ts';
import { trendColumns, trendFromBeats } from './trend-columns.ts';

const clock = { start_ms: 1_000_000, sampling_hz: 100, samples: 100 * 3600 };

const point = (minute: number, minutes: number, mean: number | null): TrendPoint => ({
  start_ms: 1_000_000 + minute * 60_000,
  duration_ms: minutes * 60_000,
  hr_min: mean === null ? null : mean - 10,
  hr_mean: mean,
  hr_max: mean === null ? null : mean + 20,
  af_share: null,
});

test('a column has the extremes and the time-weighted mean of the points that touch it', () => {
  const whole = { start: 0, end: clock.samples };
  const { min, mean, max } = trendColumns([point(0, 15, 60), point(15, 5, 100)], clock, whole, 3);
  expect(min[0]).toBe(50);
  expect(max[0]).toBe(120);
  expect(mean[0]).toBeCloseTo((15 * 60 + 5 * 100) / 20, 4);
});

test('a section without a rate stays empty', () => {
  const whole = { start: 0, end: clock.samples };
  const { mean } = trendColumns([point(0, 20, 60), point(20, 20, null), point(40, 20, 80)], clock, whole, 3);
  expect(mean[0]).toBe(60);
  expect(Number.isNaN(mean[1])).toBe(true);
  expect(mean[2]).toBe(80);
});

function beatsEvery(gaps: readonly number[]): Beats {
  const sample: number[] = [];
  let at = 0;
  for (const gap of gaps) {
    at += gap;
    sample.push(at);
  }
  const empty = new Uint8Array(sample.length);
  return { sample: Uint32Array.from(sample), class: empty.fill(beatLabels.N.byte), confidence: empty };
}

test('rates from beats: 75 a minute stays 75, and a gap of ten seconds is no rate of six', () => {
  const regular = Array.from({ length: 60 }, () => 80);
  const [first] = trendFromBeats(beatsEvery([...regular, 1000, ...regular]), { ...clock, samples: 11_000 });
  expect(first?.hr_mean).toBeCloseTo(75, 4);
  expect(first?.hr_min).toBeCloseTo(75, 4);
  expect(first?.hr_max).toBeCloseTo(75, 4);
});

test('one early beat is not the maximum rate', () => {
  const [first] = trendFromBeats(beatsEvery([80, 80, 80, 40, 120, 80, 80, 80]), { ...clock, samples: 1000 });
  expect(first?.hr_max).toBeLessThan(100);
});

test('a section without beats has no rate', () => {
  const points = trendFromBeats(beatsEvery([50, 80, 80]), { ...clock, samples: 3000 });
  expect(points.map(({ hr_mean }) => hr_mean === null)).toEqual([false, true, true]);
});

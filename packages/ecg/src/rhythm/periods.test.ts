import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { summarise } from './summarise.ts';
import { every, handQuality, handTable } from './test-table.ts';

test('hours contain their beats; days start at midnight', () => {
  const beats = handTable(every(7000, 1), 'N', 7000);
  const summary = summarise(beats, handQuality(7000), defaultCriteria, { midnights_s: [1000] });
  expect(summary.hours.map((row) => [row.start_s, row.duration_s, row.beats])).toEqual([
    [0, 3600, 3600],
    [3600, 3400, 3400],
  ]);
  expect(summary.days.map((row) => [row.start_s, row.beats])).toEqual([
    [0, 1000],
    [1000, 6000],
  ]);
  expect(summary.hours.reduce((sum, row) => sum + row.analysed_s, 0)).toBe(summary.analysed_s);
  expect(summary.hours[0]).toMatchObject({
    hr_min: 60,
    hr_mean: 60,
    hr_max: 60,
    pauses: 0,
    longest_rr_ms: 1000,
  });
});

test.each([199.7, 1000 / 3, 333.333333])('nine hours at %f Hz have nine rows', (sampling_hz) => {
  const [seconds, length] = [9 * 3600, Math.round(9 * 3600 * sampling_hz)];
  const beats = { ...handTable([], 'N', seconds), sampling_hz, length };
  const { hours, days } = summarise(beats, handQuality(seconds), defaultCriteria, { midnights_s: [seconds] });
  expect(hours.map((row) => row.duration_s)).toEqual(Array<number>(9).fill(3600));
  expect(days.map((row) => row.duration_s)).toEqual([seconds]);
});

test('fibrillation needs the minimum length, and its burden is of analysed time', () => {
  const long = handTable(every(100, 0.6), 'N', 60, 90);
  const summary = summarise(long, handQuality(60, [50, 51]), defaultCriteria);
  expect(summary.af.episodes).toBe(1);
  expect(summary.af.burden).toBeGreaterThan(0.95);
  expect(summary.af.burden).toBeLessThanOrEqual(1);
  expect(
    summarise(handTable(every(40, 0.6), 'N', 65, 90), handQuality(65), defaultCriteria).af.episodes,
  ).toBe(0);
  expect(summarise(long, handQuality(60), { ...defaultCriteria, af_percent: 95 }).af.episodes).toBe(0);
  expect(summary.lanes.find((lane) => lane.kind === 'af')?.spans).toHaveLength(1);
});

test('fibrillation ends where more than ten seconds cannot be analysed, whatever was detected there', () => {
  const bad = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
  const beats = handTable(every(200, 0.6), 'N', 120, 90);
  expect(summarise(beats, handQuality(120, bad(50, 55)), defaultCriteria).af.episodes).toBe(1);
  const cut = summarise(beats, handQuality(120, bad(50, 65)), defaultCriteria);
  expect(cut.af.episodes).toBe(2);
  expect(cut.af.burden).toBeGreaterThan(0.97);
  expect(cut.af.seconds).toBeLessThanOrEqual(cut.analysed_s);
});

test('variability follows a known pattern, and ignores a missed beat', () => {
  const at = [0.5];
  for (let i = 0; i < 600; i++) at.push((at.at(-1) ?? 0) + (i % 2 === 0 ? 0.8 : 0.88));
  const summary = summarise(handTable(at, 'N', 510), handQuality(510), defaultCriteria);
  expect(summary.variability.rmssd_ms).toBeCloseTo(80, 0);
  expect(summary.variability.sdnn_ms).toBeCloseTo(40, 0);
  expect(summary.variability.pnn50).toBe(1);
  const missing = at.filter((_, i) => i !== 300);
  const other = summarise(handTable(missing, 'N', 510), handQuality(510), defaultCriteria);
  expect(other.variability.sdnn_ms).toBeCloseTo(40, 0);
});

test('1.5 million beats are summarised again without detection: all hours, every beat', () => {
  const beats = handTable(every(1_500_000, 0.8), 'NNNNNNNNNV', 1_209_600);
  const quality = handQuality(1_209_600);
  const summary = summarise(beats, quality, { ...defaultCriteria, pause_s: 3 });
  expect(summary.hours).toHaveLength(336);
  expect(summary.v.single).toBe(150_000);
});

test('a day on which the clocks change has 23 or 25 hours', () => {
  const hours = [10, 10 + 25, 10 + 25 + 24, 10 + 25 + 24 + 23];
  const length = 100 * 3600;
  const beats = handTable(every(length / 10, 10), 'N', length);
  const { days } = summarise(beats, handQuality(length), defaultCriteria, {
    midnights_s: hours.map((hour) => hour * 3600),
  });
  expect(days.map(({ duration_s }) => duration_s / 3600)).toEqual([10, 25, 24, 23, 18]);
  expect(days.map((day) => day.beats)).toEqual(days.map(({ duration_s }) => duration_s / 10));
});

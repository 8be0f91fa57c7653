import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sparklineBytes, sparklineMissing, rateSparkline } from './rate-sparkline.ts';

const hour = 3_600_000;

test('an hour fills its share of the drawing, an unreadable hour is missing', () => {
  const row = { duration_s: 3600, hr_min: 48, hr_mean: 71.6, hr_max: 130 };
  const rows = [
    { ...row, hour_start_ms: 0 },
    { ...row, hour_start_ms: hour, hr_mean: 0, hr_min: 0, hr_max: 0 },
  ];
  const sparkline = rateSparkline(rows, 0, 7200);
  expect([...sparkline.subarray(0, 3)]).toEqual([48, 72, 130]);
  expect([...sparkline.subarray(3 * 53, 3 * 55)]).toEqual([
    48,
    72,
    130,
    sparklineMissing,
    sparklineMissing,
    sparklineMissing,
  ]);
});

test('the result is always 324 bytes in order, whatever the device counted', () => {
  const rate = fc.double({ min: 0, max: 400, noNaN: true });
  const rows = fc.array(fc.record({ hr_min: rate, hr_mean: rate, hr_max: rate }), { maxLength: 40 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 30 * 86_400 }), (given, duration_s) => {
      const hours = given.map((row, i) => ({ ...row, hour_start_ms: i * hour, duration_s: 3600 }));
      const sparkline = rateSparkline(hours, 0, duration_s);
      expect(sparkline).toHaveLength(sparklineBytes);
      for (let at = 0; at < sparklineBytes; at += 3) {
        const [min = 0, mean = 0, max = 0] = sparkline.subarray(at, at + 3);
        if (mean !== sparklineMissing) expect(min <= mean && mean <= max).toBe(true);
      }
    }),
  );
});

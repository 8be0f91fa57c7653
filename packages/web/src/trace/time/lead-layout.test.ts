import { expect, test } from 'vitest';
import { extentOfRows, layOutLeads, withoutOffset } from './lead-layout.ts';

const paper = { heightPx: 240, mmPx: 4, gain: 10, inverted: false };
const tall = { highMv: 2, restMv: 0, lowMv: -1 };
const flat = { highMv: 0.3, restMv: 0, lowMv: -0.2 };

test('a tall lead gets more paper than a flat one; the bands divide the paper', () => {
  const [first, second] = layOutLeads([0, 1], (lead) => (lead === 0 ? tall : flat), paper);
  expect(first?.topPx).toBe(0);
  expect(second?.topPx).toBe(first?.bottomPx);
  expect(second?.bottomPx).toBeCloseTo(240, 6);
  expect((first?.bottomPx ?? 0) / 240).toBeGreaterThan(0.6);
});

test('zero lines are on whole millimetres, also if inverted', () => {
  for (const inverted of [false, true]) {
    for (const { zeroPx } of layOutLeads([0, 1, 2], () => tall, { ...paper, inverted })) {
      expect(Math.abs(zeroPx / 4 - Math.round(zeroPx / 4))).toBeLessThan(1e-9);
    }
  }
});

test('a lead with an electrode offset is still in the middle of its band', () => {
  const [band] = layOutLeads([0], () => ({ highMv: 6, restMv: 5, lowMv: 4.5 }), paper);
  expect(band?.zeroPx).toBeGreaterThan(240);
  expect(band?.restPx).toBeGreaterThan(100);
  expect(band?.restPx).toBeLessThan(180);
});

test('the extent is computed from sections long enough for a beat, and one loose electrode does not set it', () => {
  const buckets = 400;
  const beatEvery = 8;
  const max = Float32Array.from({ length: buckets }, (_, i) =>
    i === 100 ? 9 : i % beatEvery === 0 ? 1.2 : -0.45,
  );
  const min = Float32Array.from({ length: buckets }, (_, i) => (i % 40 < 2 ? NaN : -0.55));
  const row = { min, max, bucketSeconds: 0.128 };
  const extent = extentOfRows(row, row);
  expect(extent.highMv).toBeCloseTo(1.2, 5);
  expect(extent.lowMv).toBeCloseTo(-0.55, 5);
  expect(extent.restMv).toBeCloseTo(-0.5, 5);
  expect(withoutOffset(extent)).toMatchObject({ restMv: 0 });
});

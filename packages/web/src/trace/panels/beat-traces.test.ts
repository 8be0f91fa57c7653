import { expect, test } from 'vitest';
import { centred, commonScaleOf, meanOf, overlaidClasses, overlaySpans, traceUnder } from './beat-traces.ts';

const span = { start: 1000, end: 1200 };
const laidAt = (mv: number) => ({ span, run: { start: 1000, values: new Float32Array(200).fill(mv) } });
const laid = [laidAt(0), laidAt(1), laidAt(-1)];
const scale = commonScaleOf(laid, 108);
const yOf = (mv: number): number => scale.zeroPx - mv * scale.pxPerMv;
const press = (xPx: number, yPx: number): number => traceUnder(laid, scale, { xPx, yPx, widthPx: 400 }, 12);

test('all share one scale, which shows the highest and the lowest', () => {
  expect(yOf(1)).toBeGreaterThanOrEqual(0);
  expect(yOf(-1)).toBeLessThanOrEqual(108);
  expect(yOf(-1) - yOf(1)).toBeGreaterThan(90);
});

test('a click selects the nearest trace, and none if none is near', () => {
  expect(press(200, yOf(1) + 3)).toBe(1);
  expect(press(10, yOf(-1) - 5)).toBe(2);
  expect(press(390, yOf(0))).toBe(0);
  expect(press(200, (yOf(0) + yOf(1)) / 2)).toBe(-1);
});

test('a steep slope can be clicked between its samples', () => {
  const values = new Float32Array(200).fill(0);
  values.fill(4, 100, 110);
  const steep = [{ span, run: { start: 1000, values } }];
  const found = traceUnder(steep, { zeroPx: 100, pxPerMv: 20 }, { xPx: 199, yPx: 22, widthPx: 400 }, 6);
  expect(found).toBe(0);
});

test('a beat is drawn around its own mean, and missing samples stay missing', () => {
  const { values } = centred({ start: 0, values: Float32Array.of(1, NaN, 3) });
  expect([...values]).toEqual([-1, NaN, 1]);
});

test('a beat at the very beginning has no section before it', () => {
  expect(overlaySpans([10, 5000], 250)).toEqual([
    { start: 0, end: 135 },
    { start: 4925, end: 5125 },
  ]);
});

test('the mean of aligned beats leaves out what is missing, and needs a beat', () => {
  const at = (start: number, ...values: number[]) => ({
    span: { start, end: start + 3 },
    run: { start, values: Float32Array.from(values) },
  });
  const mean = meanOf([at(1000, 1, 2, NaN), at(5000, 3, NaN, NaN)]);
  expect([...(mean?.run.values ?? [])]).toEqual([2, 2, NaN]);
  expect(meanOf([])).toBeNull();
});

test('the most frequent class of an overlay is drawn first', () => {
  expect(overlaidClasses(['V', 'N', 'N', 'S', 'N', 'V'])).toEqual(['N', 'V', 'S']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beatIntervals,
  beatsInArea,
  beatsInLine,
  histogramOf,
  isInside,
  oddFirst,
  plotDensity,
} from './beat-plots.ts';

const area = { x: { from: 0, to: 100 }, y: { from: 0, to: 50 } };
const value = fc.double({ min: -20, max: 130, noNaN: false });
const points = fc.array(fc.tuple(value, value, fc.nat(2)), { maxLength: 80 }).map((rows) => ({
  points: { x: Float32Array.from(rows, ([x]) => x), y: Float32Array.from(rows, ([, y]) => y) },
  colours: Uint8Array.from(rows, ([, , colour]) => colour),
}));
const inArea = ({ x, y }: { x: Float32Array; y: Float32Array }): number =>
  x.reduce((sum, one, i) => {
    const other = y[i] ?? NaN;
    return sum + Number(one >= 0 && one <= 100 && other >= 0 && other <= 50);
  }, 0);

test('intervals are before and after a beat, and not across unreadable time', () => {
  const { before, after } = beatIntervals([0, 250, 500, 1000, 1125], [0, 1, 3, 4], 250);
  expect([...before]).toEqual([NaN, 1000, NaN, NaN, 500]);
  expect([...after]).toEqual([1000, NaN, NaN, 500, NaN]);
});

test('every point inside the axes is counted in one pixel of its colour', () => {
  fc.assert(
    fc.property(
      points,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      (given, width, height) => {
        const layers = plotDensity(given.points, given.colours, area, { width, height, colours: 3 });
        const sums = layers.map((layer) => layer.reduce((sum, count) => sum + count, 0));
        expect(sums.reduce((sum, one) => sum + one, 0)).toBe(inArea(given.points));
      },
    ),
  );
});

test('the lowest row is at the bottom, the first column on the left', () => {
  const one = { x: Float32Array.of(5), y: Float32Array.of(45) };
  const [layer = new Uint32Array(0)] = plotDensity(one, Uint8Array.of(0), area, {
    width: 10,
    height: 5,
    colours: 1,
  });
  expect(layer.indexOf(1)).toBe(0);
});

test('a rectangle selects the same as the line through its corners', () => {
  const edge = fc.integer({ min: 0, max: 99 }).map((whole) => whole + 0.37);
  fc.assert(
    fc.property(points, edge, edge, edge, edge, (given, a, b, c, d) => {
      const x = { from: Math.min(a, b), to: Math.max(a, b) };
      const y = { from: Math.min(c, d) / 2, to: Math.max(c, d) / 2 };
      const corners = [
        { x: x.from, y: y.from },
        { x: x.to, y: y.from },
        { x: x.to, y: y.to },
        { x: x.from, y: y.to },
      ];
      const all = (): boolean => true;
      const onEdge = (i: number): boolean =>
        [x.from, x.to].includes(given.points.x[i] ?? NaN) ||
        [y.from, y.to].includes(given.points.y[i] ?? NaN);
      const byArea = beatsInArea(given.points, { x, y }, all).filter((i) => !onEdge(i));
      expect(beatsInLine(given.points, corners, area, all).filter((i) => !onEdge(i))).toEqual(byArea);
    }),
  );
});

test('a hollow of the line is outside of it; a hidden colour is not selected', () => {
  const hook = [
    { x: 0, y: 0 },
    { x: 30, y: 0 },
    { x: 30, y: 30 },
    { x: 20, y: 30 },
    { x: 20, y: 10 },
    { x: 0, y: 10 },
  ];
  expect(isInside(hook, { x: 10, y: 20 })).toBe(false);
  expect(isInside(hook, { x: 25, y: 20 })).toBe(true);
  const given = { x: Float32Array.of(25, 25), y: Float32Array.of(20, 21) };
  expect(beatsInLine(given, hook, area, (i) => i === 1)).toEqual([1]);
});

test('a histogram counts each value in the axis once, by its weight', () => {
  const values = Float32Array.of(0, 10, 99, 100, 101, NaN);
  const [layer] = histogramOf(values, new Uint8Array(6), area.x, { bars: 10, colours: 1 }, () => 2);
  expect([...(layer ?? [])]).toEqual([2, 2, 0, 0, 0, 0, 0, 0, 0, 4]);
});

test('the most unusual beat comes first, and none is lost', () => {
  const intervals = {
    before: Float32Array.of(800, 810, 400, 805),
    after: Float32Array.of(800, NaN, 1200, 790),
  };
  const order = oddFirst([0, 1, 2, 3], intervals);
  expect(order[0]).toBe(2);
  expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
});

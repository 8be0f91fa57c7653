import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestDrawingContext } from './test-drawing-context.ts';
import { findClipped, strokeInk } from './renderer-trace.ts';
import type { Ink } from './renderer-trace.ts';

function inkOf(values: readonly number[], stepPx: number): Ink {
  return {
    values: Float32Array.from(values),
    from: 0,
    to: values.length,
    x0Px: 0,
    stepPx,
    zeroPx: 100,
    pxPerMv: 40,
  };
}

function draw(ink: Ink) {
  const ctx = new TestDrawingContext();
  strokeInk(ctx, ink, 'ink', 1);
  return ctx.strokes[0]?.lines ?? [];
}

test('every sample is joined to the next by a straight line', () => {
  const values = [0, 1, -0.5, 0.25];
  const [line] = draw(inkOf(values, 2));
  expect(line?.slice(1)).toEqual(values.map((value, i) => ({ x: 2 * i, y: 100 - 40 * value })));
});

test('a gap is never joined, and a single sample between two gaps is a dot', () => {
  const lines = draw(inkOf([0, 1, NaN, 2, NaN, NaN, 3, 4], 2));
  expect(lines.map((line) => line.map(({ x }) => x))).toEqual([
    [0, 0, 2],
    [6, 6],
    [12, 12, 14],
  ]);
});

test('no line ever crosses a missing sample, however dense the drawing', () => {
  const value = fc.oneof(fc.double({ min: -5, max: 5, noNaN: true }), fc.constant(NaN));
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 400 }),
      fc.constantFrom(4, 0.25, 0.1, 0.02),
      (values, stepPx) => {
        for (const line of draw(inkOf(values, stepPx))) {
          const from = Math.round((line[0]?.x ?? 0) / stepPx);
          const to = Math.round((line.at(-1)?.x ?? 0) / stepPx);
          for (let i = from; i <= to; i += 1) expect(Number.isNaN(values[i])).toBe(false);
        }
      },
    ),
  );
});

test('a dense drawing still shows the highest and lowest sample of every pixel column', () => {
  const value = fc.double({ min: -5, max: 5, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 60, maxLength: 600 }), (values) => {
      const stepPx = 0.05;
      const ink = inkOf(values, stepPx);
      const dots = draw(ink).flat();
      for (let column = 0; column < values.length * stepPx; column += 1) {
        const inside = Array.from(ink.values).filter((_, i) => Math.floor(i * stepPx) === column);
        const drawn = dots.filter(({ x }) => Math.floor(x) === column).map(({ y }) => (100 - y) / 40);
        if (inside.length === 0) continue;
        expect(Math.max(...drawn)).toBeCloseTo(Math.max(...inside), 5);
        expect(Math.min(...drawn)).toBeCloseTo(Math.min(...inside), 5);
      }
    }),
    { numRuns: 50 },
  );
});

test('a trace that leaves the paper is reported, with its edge, and a gap ends it', () => {
  const ink = inkOf([0, 3, 3, 0, -2, NaN, 0], 10);
  expect(findClipped(ink, 0, 170)).toEqual([
    { fromPx: 10, toPx: 20, edge: 'top' },
    { fromPx: 40, toPx: 40, edge: 'bottom' },
  ]);
});

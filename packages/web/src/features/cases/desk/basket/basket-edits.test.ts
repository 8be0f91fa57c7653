/** Tests the order and the marks of strips as edits: how they change the list of strips. */
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawnMark,
  keptMarks,
  markTools,
  middlePlace,
  movedPoint,
  moveStrip,
  pointAt,
  pointsOf,
} from './basket-edits.ts';

const stripsOf = (orders: readonly number[]): ReadStrip[] =>
  orders
    .map((order, i) => ({ strip: i + 1, start_sample: 0, end_sample: 9, caption: '', order }))
    .sort((a, b) => a.order - b.order || a.strip - b.strip);

/** Sorts strips as the reading does. */
function after(strips: readonly ReadStrip[], from: number, to: number): number[] {
  const changed = new Map(strips.map((one) => [one.strip, one.order]));
  for (const edit of moveStrip(strips, from, to))
    if (edit.kind === 'change_strip') changed.set(edit.strip, edit.order);
  return [...changed].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([strip]) => strip);
}

test('a moved strip is at its new position, the others are unchanged', () => {
  const orders = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(orders, fc.nat(7), fc.nat(7), (given, a, b) => {
      const strips = stripsOf(given);
      const [from, to] = [a % strips.length, b % strips.length];
      const names = strips.map(({ strip }) => strip);
      const [taken] = names.splice(from, 1);
      names.splice(to, 0, taken ?? 0);
      expect(after(strips, from, to)).toEqual(names);
    }),
  );
});

test('a move is one edit while there is a number between, and none at the ends', () => {
  const strips = stripsOf([1, 2, 3]);
  expect(moveStrip(strips, 2, 0)).toHaveLength(1);
  expect(moveStrip(stripsOf([1, 1, 1]), 2, 1).length).toBeGreaterThan(1);
  expect([moveStrip(strips, 0, -1), moveStrip(strips, 2, 3), moveStrip(strips, 1, 1)]).toEqual([[], [], []]);
});

const drawing = {
  beats: [100, 300, 520, 700, 2000],
  sampling_hz: 250,
  strip: { start_sample: 50, end_sample: 1050 },
};
const place = (sample: number, uv = 0) => ({ lead: 2, sample, uv });

test('a drag draws between two positions; a click measures the interval around it, and points at it', () => {
  expect(drawnMark('caliper', place(120), place(400), drawing)).toEqual({
    of: 'caliper',
    lead: 2,
    sample: 120,
    to_sample: 400,
  });
  expect(drawnMark('caliper', place(400), place(402), drawing)).toMatchObject({
    sample: 300,
    to_sample: 520,
  });
  expect(drawnMark('caliper', place(900), place(900), drawing)).toMatchObject({
    sample: 700,
    to_sample: 1050,
  });
  expect(drawnMark('arrow', place(60, 0), place(60, 0), drawing)).toMatchObject({
    ...{ sample: 50, uv: 500, to_sample: 60, to_uv: 0 },
  });
  expect(drawnMark('arrow', place(60, 0), place(60, 900), drawing)).toMatchObject({ uv: 0, to_uv: 900 });
});

test('a key puts a mark on the beat next to the middle', () => {
  expect(middlePlace(drawing, 1)).toEqual({ lead: 1, sample: 520, uv: 1000 });
  expect(middlePlace({ ...drawing, beats: [] }, 1).sample).toBe(550);
});

test('every point of every mark moves to its target, and its mark with it to another lead', () => {
  for (const tool of markTools) {
    const mark = drawnMark(tool, place(200, 100), place(500, 300), drawing);
    for (const point of pointsOf(mark)) {
      const moved = movedPoint(mark, point, { lead: 5, sample: 640, uv: -250 });
      expect(moved.lead).toBe(5);
      expect(pointAt(moved, point)).toEqual({ sample: 640, uv: tool === 'caliper' ? null : -250 });
      for (const other of pointsOf(mark))
        if (other !== point) expect(pointAt(moved, other)).toEqual(pointAt(mark, other));
    }
  }
});

test('an empty text is not stored', () => {
  const text = drawnMark('text', place(200), place(200), drawing);
  expect(keptMarks([text, { of: 'text', ...place(1), text: ' P ' }])).toHaveLength(1);
});

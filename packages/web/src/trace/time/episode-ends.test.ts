import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEnd } from './episode-ends.ts';

const beats = Uint32Array.from({ length: 50 }, (_, i) => 100 + 200 * i);
const snapping = { samples: 12_000, beats };
const ends = { start: 1100, end: 3100 };

test('an end is on the nearest beat, or on any sample', () => {
  expect(withEnd(ends, 'start', 1395, snapping)).toEqual({ start: 1300, end: 3100 });
  expect(withEnd(ends, 'end', 2801, snapping)).toEqual({ start: 1100, end: 2900 });
  expect(withEnd(ends, 'start', 1395.4, { ...snapping, beats: null })).toEqual({ start: 1395, end: 3100 });
});

test('the last beat before the other end stops an end that would pass it', () => {
  expect(withEnd(ends, 'start', 9000, snapping)).toEqual({ start: 2900, end: 3100 });
  expect(withEnd(ends, 'end', 0, snapping)).toEqual({ start: 1100, end: 1300 });
  expect(withEnd(ends, 'end', 0, { ...snapping, beats: null })).toEqual({ start: 1100, end: 1101 });
});

test('without a beat nothing moves', () => {
  expect(withEnd(ends, 'start', 50, { samples: 12_000, beats: new Uint32Array() })).toEqual(ends);
  expect(withEnd({ start: 20, end: 90 }, 'start', 50, snapping)).toEqual({ start: 20, end: 90 });
});

test('an end never passes the other, nor leaves the recording, and is on the nearest beat', () => {
  const place = fc.integer({ min: -500, max: 13_000 });
  const spans = fc
    .tuple(fc.nat(11_000), fc.integer({ min: 1, max: 900 }))
    .map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(
      spans,
      fc.constantFrom('start' as const, 'end' as const),
      place,
      fc.boolean(),
      (span, end, to, snaps) => {
        const moved = withEnd(span, end, to, { samples: 12_000, beats: snaps ? beats : null });
        expect(moved.start).toBeLessThan(moved.end);
        expect(moved.start >= 0 && moved.end < 12_000).toBe(true);
        expect(moved[end === 'start' ? 'end' : 'start']).toBe(span[end === 'start' ? 'end' : 'start']);
        if (!snaps) return;
        const reached = [...beats].filter((beat) => (end === 'start' ? beat < span.end : beat > span.start));
        if (reached.length === 0) {
          expect(moved).toEqual(span);
          return;
        }
        const aimed = Math.min(
          Math.max(to, end === 'start' ? 0 : span.start + 1),
          end === 'start' ? span.end - 1 : 11_999,
        );
        const away = Math.min(...reached.map((beat) => Math.abs(beat - aimed)));
        expect(Math.abs(moved[end] - aimed)).toBe(away);
      },
    ),
  );
});

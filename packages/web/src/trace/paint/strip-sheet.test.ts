/** Tests the sheet of a saved strip: it is true to its scale, and every place is found where it is drawn. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, placeOnSheet, sheetX, sheetY, stripSheet } from './strip-sheet.ts';

const span = { start: 1000, end: 3500 };
const shown = Float32Array.from({ length: 2500 }, (_, i) => Math.sin(i / 40) * 1.2);
const signals = [0, 1, 4].map((lead) => ({ lead, shown, raw: shown }));
const usual = { span, sampling_hz: 250, mm_per_s: 25, mm_per_mv: 10, mmPx: 4, signals, heights: [] };

test.each([
  [25, 10],
  [12.5, 20],
  [50, 2.5],
])('a second is %s mm and a millivolt %s mm of its paper', (mm_per_s, mm_per_mv) => {
  const sheet = stripSheet({ ...usual, mm_per_s, mm_per_mv });
  expect(sheetX(sheet, 1250) - sheetX(sheet, 1000)).toBeCloseTo(mm_per_s * 4);
  const band = bandOf(sheet, 1);
  if (band === undefined) throw new Error('lead 1 has no band');
  expect(sheetY(sheet, band, 0) - sheetY(sheet, band, 1000)).toBeCloseTo(mm_per_mv * 4);
});

test('the drawn position of a point is found again', () => {
  const sheet = stripSheet(usual);
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1, 4),
      fc.integer({ min: span.start, max: span.end }),
      fc.integer({ min: -1000, max: 1000 }),
      (lead, sample, uv) => {
        const band = bandOf(sheet, lead);
        if (band === undefined) throw new Error('a lead has no band');
        const found = placeOnSheet(sheet, sheetX(sheet, sample), sheetY(sheet, band, uv));
        expect(found).toEqual({ lead, sample, uv });
      },
    ),
  );
});

test('a lead grows for marks drawn beside its trace, up to a limit', () => {
  const heightOf = (uv: number): number => {
    const { bands } = stripSheet({ ...usual, heights: [{ lead: 0, uv }] });
    return (bands[0]?.bottomPx ?? 0) - (bands[0]?.topPx ?? 0);
  };
  expect(heightOf(2000)).toBeGreaterThan(heightOf(0));
  expect(heightOf(1e6)).toBeCloseTo(heightOf(0) + 1.5 * 40);
});

test('outside the strip its nearest point is used', () => {
  const sheet = stripSheet(usual);
  expect(placeOnSheet(sheet, -50, -50)).toMatchObject({ lead: 0, sample: 1000 });
  expect(placeOnSheet(sheet, 1e5, 1e5)).toMatchObject({ lead: 4, sample: 3500 });
  expect(placeOnSheet(stripSheet({ ...usual, signals: [] }), 5, 5)).toBeNull();
});

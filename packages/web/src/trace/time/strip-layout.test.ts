import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingGain, layOutRows } from './lead-layout.ts';
import {
  columnCounts,
  columnsFor,
  fittingColumns,
  layoutName,
  leadRows,
  orderLeads,
  rhythmLead,
  rowsInSequence,
} from './strip-layout.ts';
import { paperGains } from './time-scale.ts';

const twelve = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];
const all = twelve.map((_label, index) => index);
const named = (rows: readonly (readonly number[])[]) => rows.map((row) => row.map((lead) => twelve[lead]));

test('twelve leads are placed as on a printed ECG: 12×1, 6×2 and 3×4', () => {
  expect(columnsFor(12).map((columns) => layoutName(12, columns))).toEqual(['12×1', '6×2', '3×4']);
  expect(named(leadRows(all, 1))).toEqual(twelve.map((label) => [label]));
  expect(named(leadRows(all, 2))[0]).toEqual(['I', 'V1']);
  expect(named(leadRows(all, 4))).toEqual([
    ['I', 'aVR', 'V1', 'V4'],
    ['II', 'aVL', 'V2', 'V5'],
    ['III', 'aVF', 'V3', 'V6'],
  ]);
});

test('every lead has one place in every layout, and few leads never use more columns than they fill', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16 }), fc.constantFrom(...columnCounts), (count, columns) => {
      const leads = Array.from({ length: count }, (_, lead) => lead);
      const rows = leadRows(leads, columns);
      expect(rows.flat().toSorted((a, b) => a - b)).toEqual(leads);
      expect(rows.every((row) => row.length >= 1 && row.length <= columns)).toBe(true);
      expect(fittingColumns(count, columns)).toBeLessThanOrEqual(columns);
    }),
  );
});

test('leads are ordered by their names, and lead II is the rhythm strip', () => {
  const recorded = ['V1', 'AVR', 'II', 'ECG', 'I'];
  expect(orderLeads(recorded).map((lead) => recorded[lead])).toEqual(['I', 'II', 'AVR', 'V1', 'ECG']);
  expect(rhythmLead(recorded)).toBe(2);
  expect(rhythmLead(['CH1', 'CH2'])).toBe(0);
});

test('a single lead uses more rows if the paper is high, several leads one', () => {
  expect(rowsInSequence(1, 200, 4, 10)).toBe(1);
  expect(rowsInSequence(1, 300, 4, 10)).toBe(2);
  expect(rowsInSequence(1, 2000, 4, 10)).toBe(3);
  expect(rowsInSequence(1, 300, 4, 20)).toBe(1);
  expect(rowsInSequence(2, 2000, 4, 10)).toBe(1);
});

const usual = { highMv: 1.2, restMv: 0, lowMv: -0.6 };

test('the gain chosen for a layout is the largest at which its rows fit', () => {
  const rows = leadRows(all, 4);
  const gainAt = (heightPx: number) => fittingGain(paperGains, rows, () => usual, { heightPx, mmPx: 4 });
  expect(gainAt(60)).toBe(2.5);
  expect(gainAt(160)).toBe(5);
  expect(gainAt(270)).toBe(10);
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 1200 }), (heightPx) => {
      expect(gainAt(heightPx + 40)).toBeGreaterThanOrEqual(gainAt(heightPx));
    }),
  );
});

test('the leads of a row are on one line, whatever their offsets', () => {
  const paper = { heightPx: 240, mmPx: 4, gain: 10, inverted: false };
  const offset = { highMv: 6.2, restMv: 5, lowMv: 4.4 };
  const [row] = layOutRows([[0, 1]], (lead) => (lead === 0 ? usual : offset), paper);
  expect(row?.[0]?.topPx).toBe(row?.[1]?.topPx);
  expect(Math.abs((row?.[0]?.restPx ?? 0) - (row?.[1]?.restPx ?? 99))).toBeLessThanOrEqual(2);
});

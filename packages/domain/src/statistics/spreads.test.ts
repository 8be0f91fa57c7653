import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, calendarDate, daysBetween } from '../kit/calendar.ts';
import { bucketOf, monthsAndEdges, shownMinutes, spreadBounds } from './spreads.ts';
import { percentileOf } from './steps.ts';

const minutes = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 600_000 }));
const shown = (value: number): number => shownMinutes(bucketOf(value));

test('1,600 minutes are shown as 1,602; below an hour every minute is exact', () => {
  expect([shown(1_600), shown(0), shown(-5)]).toEqual([1_602, 0, 0]);
  for (let each = 0; each < 64; each += 1) expect(shown(each)).toBe(each);
});

test('a bucket is no wider than a 32nd part of its least minute, or one minute', () => {
  spreadBounds.forEach((least, index) => {
    const next = spreadBounds[index + 1];
    if (next !== undefined) expect(next - least).toBeLessThanOrEqual(Math.max(1, least / 32));
    expect(bucketOf(least)).toBe(index + 1);
    if (next !== undefined) expect(bucketOf(next - 1)).toBe(index + 1);
  });
});

test('a shown value is at most a 64th part away, and a longer one never shows less', () => {
  fc.assert(
    fc.property(minutes, minutes, (one, other) => {
      expect(Math.abs(shown(one) - one)).toBeLessThanOrEqual(one / 64);
      if (one <= other) expect(shown(one)).toBeLessThanOrEqual(shown(other));
    }),
  );
});

test('a rank among the buckets is the value of that rank, however the months are divided', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(minutes, { maxLength: 40 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0.1, 0.5, 0.9, 1),
      (months, share) => {
        const counted = months.flat().map((value) => ({ value, count: 1 }));
        const exact = percentileOf(counted, share);
        const merged = new Map<number, number>();
        for (const value of months.flat())
          merged.set(bucketOf(value), (merged.get(bucketOf(value)) ?? 0) + 1);
        const buckets = [...merged].map(([bucket, count]) => ({ value: shownMinutes(bucket), count }));
        expect(percentileOf(buckets, share)).toBe(exact === null ? null : shown(exact));
      },
    ),
  );
});

test('a period is its whole months and the days around them, each day once', () => {
  const first = calendarDate('2023-11-20');
  fc.assert(
    fc.property(fc.nat(500), fc.nat(366), (start, length) => {
      const from = addDays(first, start);
      const to = addDays(from, length);
      const { months, edges } = monthsAndEdges({ from, to });
      if (months !== null) {
        expect([months.from.slice(8), addDays(months.to, 1).slice(8)]).toEqual(['01', '01']);
        for (const edge of edges) expect(daysBetween(edge.from, edge.to)).toBeLessThan(30);
      }
      const parts = [...edges, ...(months === null ? [] : [months])].toSorted((one, other) =>
        one.from.localeCompare(other.from),
      );
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([from, to]);
      parts.slice(1).forEach((part, index) => {
        expect(part.from).toBe(addDays(parts[index]?.to ?? from, 1));
      });
      if (months === null) expect(length).toBeLessThan(61);
    }),
  );
});

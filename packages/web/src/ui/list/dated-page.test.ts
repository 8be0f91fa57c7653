import { expect, test } from 'vitest';
import { z } from 'zod';
import { datedPageFields } from './dated-page.ts';

test('a date of the address that no calendar has is left out, so that the page opens', () => {
  const read = (from: string) => z.object(datedPageFields).parse({ from, to: null, page: 1 }).from;
  expect(['2026-13-01', '2026-02-30', '2026-2-3', ''].map(read)).toEqual([null, null, null, null]);
  expect(read('2024-02-29')).toBe('2024-02-29');
});

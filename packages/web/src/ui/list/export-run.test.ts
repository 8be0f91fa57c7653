import { expect, test } from 'vitest';
import { nameFrom } from './export-run.ts';

test('the server names the file', () => {
  expect(nameFrom('attachment; filename="patches-2026-11-20.xlsx"', 'x')).toBe('patches-2026-11-20.xlsx');
  expect(nameFrom('attachment; filename=HN300001.edf', 'x')).toBe('HN300001.edf');
  expect(nameFrom('attachment; filename="a.xlsx"; filename*=UTF-8\'\'%E4%B8%80.xlsx', 'x')).toBe('一.xlsx');
});

test('without a name the default is used', () => {
  expect(nameFrom(null, 'patches.xlsx')).toBe('patches.xlsx');
  expect(nameFrom('attachment', 'patches.xlsx')).toBe('patches.xlsx');
});

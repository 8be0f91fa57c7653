import { expect, test } from 'vitest';
import { dateAt, dateTimeAt, isStorable, oneLine, personName, timeAt } from './dicom-text.ts';

test('a text becomes one line without what separates values, and its length counts characters', () => {
  expect(oneLine(' a\\b\r\nc\u0007 ', 64)).toBe('a b c');
  expect(oneLine('😀'.repeat(70), 64)).toBe('😀'.repeat(64));
});

test('an identifier is stored as it is, or not at all', () => {
  expect(['P-7', '가-7', 'a\\b', 'a\tb', 'x'.repeat(65)].map((id) => isStorable(id, 64))).toEqual([
    ...[true, true, false, false, false],
  ]);
});

test('a name has a group for its script', () => {
  const name = (last_name: string | null, first_name: string | null) => personName({ last_name, first_name });
  expect(name('Kim', 'Min su')).toBe('Kim^Min su');
  expect(name('Kim', null)).toBe('Kim');
  expect(name(null, 'Minsu')).toBe('^Minsu');
  expect(name(null, null)).toBe('');
  expect(name('山田', 'さくら')).toBe('山田^さくら=山田^さくら');
  expect(name('김', '민수')).toBe('김^민수==김^민수');
  expect(name('サトウ', '')).toBe('サトウ==サトウ');
  expect(name('a^b=c\\d', 'e')).toBe('a b c d^e');
  expect(name('x'.repeat(80), 'y'.repeat(80))).toHaveLength(64);
});

test('times are local with their offset', () => {
  const at = new Date('2026-11-19T23:30:05.700Z');
  expect([dateAt(at, 540), timeAt(at, 540), dateTimeAt(at, 540)]).toEqual([
    ...['20261120', '083005', '20261120083005.700+0900'],
  ]);
});

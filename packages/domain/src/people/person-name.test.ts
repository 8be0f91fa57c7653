import { expect, test } from 'vitest';
import { personName } from './person-name.ts';

test('the family name comes first if the language has this order', () => {
  expect(personName('洋子', '田中')).toBe('田中 洋子');
  expect(personName('지훈', '박')).toBe('박지훈');
  expect(personName('Thomas', 'Whitcombe')).toBe('Thomas Whitcombe');
});

test('a missing part leaves only the other', () => {
  expect(personName(null, '田••')).toBe('田••');
  expect(personName('Ann', ' ')).toBe('Ann');
  expect(personName(null, null)).toBe('');
});

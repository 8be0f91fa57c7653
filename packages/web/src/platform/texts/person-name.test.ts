import { expect, test } from 'vitest';
import { personName } from './person-name.ts';

test('family name first where the language does so', () => {
  expect(personName('洋子', '田中')).toBe('田中 洋子');
  expect(personName('지훈', '박')).toBe('박지훈');
  expect(personName('Thomas', 'Whitcombe')).toBe('Thomas Whitcombe');
});

test('a missing part leaves the other', () => {
  expect(personName(null, '田••')).toBe('田••');
  expect(personName('Ann', ' ')).toBe('Ann');
  expect(personName(null, null)).toBe('');
});

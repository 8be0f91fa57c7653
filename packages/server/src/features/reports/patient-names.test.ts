import { expect, test } from 'vitest';
import { nameOf } from './printed-pages.ts';

test('a name on paper keeps the order of its own language, in every language of the report', () => {
  const named = (first_name: string, last_name: string): string =>
    nameOf({ patient: { first_name, last_name } });
  expect(named('洋子', '田中')).toBe('田中 洋子');
  expect(named('지훈', '박')).toBe('박지훈');
  expect(named('Thomas', 'Whitcombe')).toBe('Thomas Whitcombe');
});

import { languages } from '@rhythmdesk/domain/kit/languages';
import { expect, test } from 'vitest';
import { formsOf } from './report-forms.ts';

test.each(languages)('%s: a share that is not zero is never printed as zero', (language) => {
  const { percent } = formsOf(language, 'Asia/Seoul');
  // An episode of 3.4 seconds in six hours.
  expect(percent(3.444 / 21_600)).toBe('< 0.1 %');
  expect(percent(0)).toBe('0.0 %');
  expect(percent(0.0005)).toBe('0.1 %');
  expect(percent(0.021)).toBe('2.1 %');
});

test('a length is rounded before its unit is chosen', () => {
  const { length } = formsOf('en', 'Asia/Seoul');
  expect([3.444, 11.7, 59.4, 59.6, 3_599.9, 4_254].map(length)).toEqual([
    '3.4 s',
    '12 s',
    '59 s',
    '1 min',
    '1 h',
    '1 h 11 min',
  ]);
});

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

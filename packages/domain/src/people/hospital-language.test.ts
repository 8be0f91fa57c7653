import { expect, test } from 'vitest';
import { hospitalLanguage } from './hospital-language.ts';

test('documents are in the language that the hospital chose, otherwise in that of its time zone', () => {
  expect(hospitalLanguage({ invoice_language: null, time_zone: 'Asia/Tokyo' })).toBe('ja');
  expect(hospitalLanguage({ invoice_language: null, time_zone: 'Europe/London' })).toBe('en');
  expect(hospitalLanguage({ invoice_language: 'en', time_zone: 'Asia/Seoul' })).toBe('en');
});

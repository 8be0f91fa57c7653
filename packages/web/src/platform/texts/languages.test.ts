import { expect, test } from 'vitest';
import { asLanguage, chooseLanguage } from './languages.ts';

test('a stored language wins over the browser', () => {
  expect(chooseLanguage('ko', ['ja-JP'])).toBe('ko');
});

test('an unknown stored value is ignored', () => {
  expect(chooseLanguage('fr', ['de-DE', 'ja-JP', 'en'])).toBe('ja');
});

test('without a known language it is English', () => {
  expect(chooseLanguage(null, ['de-DE', 'fr'])).toBe('en');
  expect(chooseLanguage(null, [])).toBe('en');
});

test('a region or script does not matter', () => {
  expect(chooseLanguage(null, ['zh-Hans-CN'])).toBe('zh');
  expect(chooseLanguage(null, ['EN-gb'])).toBe('en');
});

test('asLanguage refuses what is not one of the four', () => {
  expect(asLanguage('en')).toBe('en');
  expect(asLanguage('EN')).toBeUndefined();
  expect(asLanguage(3)).toBeUndefined();
});

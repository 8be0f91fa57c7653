import { expect, test } from 'vitest';
import { asLanguage, chooseLanguage } from './languages.ts';

test('a stored language has priority over the browser’s', () => {
  expect(chooseLanguage('ko', ['ja-JP'])).toBe('ko');
});

test('an unknown stored value is ignored', () => {
  expect(chooseLanguage('fr', ['de-DE', 'ja-JP', 'en'])).toBe('ja');
});

test('without a known language it is English', () => {
  expect(chooseLanguage(null, ['de-DE', 'fr'])).toBe('en');
  expect(chooseLanguage(null, [])).toBe('en');
});

test('a region or script is ignored', () => {
  expect(chooseLanguage(null, ['zh-Hans-CN'])).toBe('zh');
  expect(chooseLanguage(null, ['EN-gb'])).toBe('en');
});

test('asLanguage refuses other languages', () => {
  expect(asLanguage('en')).toBe('en');
  expect(asLanguage('EN')).toBeUndefined();
  expect(asLanguage(3)).toBeUndefined();
});

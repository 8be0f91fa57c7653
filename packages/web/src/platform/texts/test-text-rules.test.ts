import { expect, test } from 'vitest';
import { namesIn, placeholdersOf, plainKey, pluralFormsOf } from './test-text-rules.ts';

test('plural endings are removed', () => {
  expect(plainKey('a.unread_one')).toBe('a.unread');
  expect(plainKey('profile.phone_number')).toBe('profile.phone_number');
});

test('placeholders are listed, each once', () => {
  expect(placeholdersOf('{{b}} of {{ a }} and {{b}}')).toEqual(['a', 'b']);
  expect(placeholdersOf('none')).toEqual([]);
});

test('the plural forms of a language are known', () => {
  expect(pluralFormsOf('en').sort()).toEqual(['one', 'other']);
  expect(pluralFormsOf('ja')).toEqual(['other']);
});

test('a planted unused key is found', () => {
  const source = "t('a.b'); t(`status.${status}`); t(`${name}.title`); t(`${key}`)";
  const isUsed = namesIn(source);
  expect(isUsed('a.b')).toBe(true);
  expect(isUsed('status.ready')).toBe(true);
  expect(isUsed('use.title')).toBe(true);
  expect(isUsed('a.c')).toBe(false);
  expect(isUsed('statusready')).toBe(false);
  // Names that share a quote, as in a list without spaces.
  expect(['x.y', 'z', ','].map(namesIn(`['x.y','z']`))).toEqual([true, true, false]);
});

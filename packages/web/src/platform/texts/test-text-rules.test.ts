import { expect, test } from 'vitest';
import { isUsed, placeholdersOf, plainKey, pluralFormsOf } from './test-text-rules.ts';

test('plural endings fall away', () => {
  expect(plainKey('a.unread_one')).toBe('a.unread');
  expect(plainKey('profile.phone_number')).toBe('profile.phone_number');
});

test('placeholders, each once', () => {
  expect(placeholdersOf('{{b}} of {{ a }} and {{b}}')).toEqual(['a', 'b']);
  expect(placeholdersOf('none')).toEqual([]);
});

test('which plural forms a language has', () => {
  expect(pluralFormsOf('en').sort()).toEqual(['one', 'other']);
  expect(pluralFormsOf('ja')).toEqual(['other']);
});

test('a planted unused key is found', () => {
  const source = "t('a.b'); t(`status.${status}`); t(`${name}.title`); t(`${key}`)";
  expect(isUsed('a.b', source)).toBe(true);
  expect(isUsed('status.ready', source)).toBe(true);
  expect(isUsed('use.title', source)).toBe(true);
  expect(isUsed('a.c', source)).toBe(false);
  expect(isUsed('statusready', source)).toBe(false);
});

import { expect, test } from 'vitest';
import { typedAfter } from './typed-ahead.ts';

const press = (key: string, ctrlKey = false) => ({
  key,
  ctrlKey,
  metaKey: false,
  altKey: false,
  shiftKey: false,
});

test('characters are kept in order, also those that take two units', () => {
  expect(typedAfter('佐', press('々'))).toBe('佐々');
  expect(typedAfter('', press('𠮷'))).toBe('𠮷');
  expect(typedAfter('a', press(' '))).toBe('a ');
});

test('a step back takes one whole character', () => {
  expect(typedAfter('a𠮷', press('Backspace'))).toBe('a');
  expect(typedAfter('', press('Backspace'))).toBe('');
});

test('named keys and combinations belong to somebody else', () => {
  expect(typedAfter('a', press('Escape'))).toBeNull();
  expect(typedAfter('a', press('Enter'))).toBeNull();
  expect(typedAfter('a', press('k', true))).toBeNull();
});

import { expect, test } from 'vitest';
import { comboOf, isSingleLetter, type KeyPress, pressMatches } from './key-combo.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('letters match in either case, but not with Shift', () => {
  expect(pressMatches('J', press('j'))).toBe(true);
  expect(pressMatches('J', press('J'))).toBe(true);
  expect(pressMatches('J', press('J', { shiftKey: true }))).toBe(false);
  expect(pressMatches('J', press('k'))).toBe(false);
});

test('Ctrl is also the command key, and must be held exactly', () => {
  expect(pressMatches('Ctrl+K', press('k', { ctrlKey: true }))).toBe(true);
  expect(pressMatches('Ctrl+K', press('k', { metaKey: true }))).toBe(true);
  expect(pressMatches('Ctrl+K', press('k'))).toBe(false);
  expect(pressMatches('K', press('k', { ctrlKey: true }))).toBe(false);
});

test('signs match by what is typed, whatever Shift does on that keyboard', () => {
  expect(pressMatches('?', press('?', { shiftKey: true }))).toBe(true);
  expect(pressMatches('+', press('+', { shiftKey: true }))).toBe(true);
  expect(pressMatches('+', press('+'))).toBe(true);
  expect(pressMatches('−', press('-'))).toBe(true);
  expect(pressMatches('/', press('/'))).toBe(true);
});

test('named keys', () => {
  expect(pressMatches('Esc', press('Escape'))).toBe(true);
  expect(pressMatches('⏎', press('Enter'))).toBe(true);
  expect(pressMatches('Space', press(' '))).toBe(true);
  expect(pressMatches('PgUp', press('PageUp'))).toBe(true);
  expect(pressMatches('←', press('ArrowLeft', { altKey: true }))).toBe(false);
});

test('what counts as a single letter', () => {
  expect(isSingleLetter('J')).toBe(true);
  expect(isSingleLetter('?')).toBe(true);
  expect(isSingleLetter('Space')).toBe(true);
  expect(isSingleLetter('Ctrl+K')).toBe(false);
  expect(isSingleLetter('Esc')).toBe(false);
  expect(comboOf('Ctrl+Shift+K')).toEqual({ ctrl: true, alt: false, shift: true, key: 'K' });
});

import { expect, test } from 'vitest';
import { comboOf, isSingleLetter, type KeyPress, pressMatches, pressOf, writtenOf } from './key-combo.ts';

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

test('a press is written as caps print it, and the written key stands for that press', () => {
  const written = [
    'J',
    'Shift+J',
    'Ctrl+Shift+Z',
    '?',
    '{',
    '+',
    '−',
    'Space',
    'Del',
    'Ins',
    '⏎',
    'F9',
    'PgUp',
    '↑',
    '1',
  ];
  for (const one of written) {
    expect(writtenOf(pressOf(one))).toBe(one);
    expect(pressMatches(one, pressOf(one))).toBe(true);
  }
  expect(writtenOf(press('{', { shiftKey: true }))).toBe('{');
  expect(writtenOf(press('[', { ctrlKey: true, altKey: true }))).toBe('[');
  expect(writtenOf(press('z', { metaKey: true }))).toBe('Ctrl+Z');
});

test('what is no key by itself is not written', () => {
  for (const key of ['Shift', 'Control', 'AltGraph', 'Dead', 'Process'])
    expect(writtenOf(press(key))).toBeNull();
});

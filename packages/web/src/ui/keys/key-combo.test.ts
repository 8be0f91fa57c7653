import { expect, test } from 'vitest';
import { comboOf, isSingleLetter, type KeyPress, pressMatches, writtenOf } from './key-combo.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

/** Makes a key press on a keyboard with another layout: the typed character, and the position of the key. */
const typed = (key: string, code: string, held: Partial<KeyPress> = {}) => press(key, { code, ...held });

test('letters match in either case, but not with Shift', () => {
  expect(pressMatches('J', press('j'))).toBe(true);
  expect(pressMatches('J', press('J'))).toBe(true);
  expect(pressMatches('J', press('J', { shiftKey: true }))).toBe(false);
  expect(pressMatches('J', press('k'))).toBe(false);
});

test('Ctrl is also the command key, and must match exactly', () => {
  expect(pressMatches('Ctrl+K', press('k', { ctrlKey: true }))).toBe(true);
  expect(pressMatches('Ctrl+K', press('k', { metaKey: true }))).toBe(true);
  expect(pressMatches('Ctrl+K', press('k'))).toBe(false);
  expect(pressMatches('K', press('k', { ctrlKey: true }))).toBe(false);
});

test('characters match by what is typed, whatever Shift does on that keyboard', () => {
  expect(pressMatches('?', press('?', { shiftKey: true }))).toBe(true);
  expect(pressMatches('+', press('+', { shiftKey: true }))).toBe(true);
  expect(pressMatches('+', press('+'))).toBe(true);
  expect(pressMatches('−', press('-'))).toBe(true);
  expect(pressMatches('/', press('/'))).toBe(true);
});

test('named keys match', () => {
  expect(pressMatches('Esc', press('Escape'))).toBe(true);
  expect(pressMatches('⏎', press('Enter'))).toBe(true);
  expect(pressMatches('Space', press(' '))).toBe(true);
  expect(pressMatches('PgUp', press('PageUp'))).toBe(true);
  expect(pressMatches('←', press('ArrowLeft', { altKey: true }))).toBe(false);
});

test('some keys count as a single letter', () => {
  expect(isSingleLetter('J')).toBe(true);
  expect(isSingleLetter('?')).toBe(true);
  expect(isSingleLetter('Space')).toBe(true);
  expect(isSingleLetter('Ctrl+K')).toBe(false);
  expect(isSingleLetter('Esc')).toBe(false);
  expect(comboOf('Ctrl+Shift+K')).toEqual({ ctrl: true, alt: false, shift: true, key: 'K' });
});

test('a key press is written as on key labels', () => {
  expect(writtenOf(press('{', { shiftKey: true }))).toBe('{');
  expect(writtenOf(press('[', { ctrlKey: true, altKey: true }))).toBe('[');
  expect(writtenOf(press('z', { metaKey: true }))).toBe('Ctrl+Z');
});

test('modifier keys alone are not written', () => {
  for (const key of ['Shift', 'Control', 'AltGraph', 'Dead', 'Process'])
    expect(writtenOf(press(key))).toBeNull();
});

test.each([
  ['Korean', typed('ㅍ', 'KeyV'), 'V'],
  ['Korean with Ctrl', typed('ㅋ', 'KeyZ', { ctrlKey: true }), 'Ctrl+Z'],
  ['Korean with Shift', typed('ㄲ', 'KeyR', { shiftKey: true }), 'Shift+R'],
  ['Russian', typed('м', 'KeyV'), 'V'],
  ['Russian sign', typed('ю', 'Period'), '.'],
  ['Russian bracket', typed('Х', 'BracketLeft', { shiftKey: true }), '{'],
  ['Japanese kana', typed('ひ', 'KeyV'), 'V'],
  ['Japanese full width', typed('ｖ', 'KeyV'), 'V'],
  ['Japanese full-width digit', typed('２', 'Digit2'), '2'],
  ['Japanese full-width question', typed('？', 'Slash', { shiftKey: true }), '?'],
  ['Chinese full stop', typed('。', 'Period'), '.'],
  ['input method at work', typed('Process', 'KeyV'), 'V'],
  ['AZERTY A', typed('a', 'KeyQ'), 'A'],
  ['AZERTY M', typed('m', 'Semicolon'), 'M'],
  ['AZERTY digit', typed('é', 'Digit2'), '2'],
  ['AZERTY digit with Shift', typed('2', 'Digit2', { shiftKey: true }), '2'],
  ['AZERTY minus', typed('-', 'Digit6'), '−'],
  ['QWERTZ Z', typed('z', 'KeyY', { ctrlKey: true }), 'Ctrl+Z'],
  ['QWERTZ slash', typed('/', 'Digit7', { shiftKey: true }), '/'],
])('%s: the typed letter counts if it is Latin, otherwise the position of the key', (_, pressed, key) => {
  expect(pressMatches(key, pressed)).toBe(true);
});

test('a Latin letter or an ASCII character never counts as the position of its key', () => {
  expect(pressMatches('Q', typed('a', 'KeyQ'))).toBe(false);
  expect(pressMatches('Y', typed('z', 'KeyY'))).toBe(false);
  expect(pressMatches('[', typed('ü', 'BracketLeft'))).toBe(false);
  expect(pressMatches(']', typed('+', 'BracketRight'))).toBe(false);
  expect(pressMatches('4', typed('$', 'Digit4', { shiftKey: true }))).toBe(false);
});

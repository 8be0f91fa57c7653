import { expect, test } from 'vitest';
import type { KeyPress } from './key-combo.ts';
import { isPress, moveOf, rowStepOf, sliderStepOf } from './widget-keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}) => ({
  ...{ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false },
  ...held,
});

test('a key is matched with its modifiers, and never while a character is composed', () => {
  expect(isPress(press('Enter'), '⏎')).toBe(true);
  expect(isPress(press('Enter', { shiftKey: true }), '⏎')).toBe(false);
  expect(isPress(press('Enter', { metaKey: true }), 'Ctrl+⏎')).toBe(true);
  expect(isPress(press('Escape'), '⏎', 'Esc')).toBe(true);
  expect(isPress({ ...press('Enter'), nativeEvent: { isComposing: true } }, '⏎')).toBe(false);
  expect(isPress({ ...press('Enter'), isComposing: true }, '⏎')).toBe(false);
  // Safari: the press that ends a composition comes after its end.
  expect(isPress({ ...press('Escape'), nativeEvent: { isComposing: false, keyCode: 229 } }, 'Esc')).toBe(
    false,
  );
  expect(moveOf({ ...press('ArrowDown'), nativeEvent: { isComposing: true } })).toBeNull();
  // A Korean keyboard types the letter of the same place.
  expect(isPress(press('ㅠ', { ctrlKey: true, code: 'KeyB' }), 'Ctrl+B')).toBe(true);
});

test('arrows, pages and ends move, also with Shift, but not with another modifier', () => {
  expect(moveOf(press('PageDown'))).toBe('page-down');
  expect(moveOf(press('ArrowLeft', { shiftKey: true }))).toBe('left');
  expect(moveOf(press('ArrowLeft', { ctrlKey: true }))).toBeNull();
  expect(moveOf(press('a'))).toBeNull();
});

test('rows are stepped through by the vertical arrows, sliders by all four', () => {
  expect(['ArrowUp', 'ArrowDown', 'ArrowLeft'].map((key) => rowStepOf(press(key)))).toEqual([-1, 1, null]);
  expect(
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home'].map((key) => sliderStepOf(press(key))),
  ).toEqual([1, -1, -1, 1, null]);
});

import { expect, test } from 'vitest';
import { templateCommand } from './template-keys.ts';

const press = (key: string, held: Partial<{ ctrlKey: boolean; shiftKey: boolean }> = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});
const idle = { picked: false, together: false };

test('letters name what is split off, or the templates that were taken; else they are the desk’s', () => {
  expect(templateCommand(press('v'), { ...idle, picked: true }, true)).toEqual({
    kind: 'split-as',
    label: 'V',
  });
  expect(templateCommand(press('s'), { ...idle, together: true }, true)).toEqual({
    kind: 'name',
    label: 'S',
  });
  expect(templateCommand(press('v'), idle, true)).toBeNull();
  expect(templateCommand(press('v'), { ...idle, picked: true }, false)).toBeNull();
  expect(templateCommand(press('p'), { ...idle, picked: true }, true)).toBeNull();
});

test('Enter splits or accepts, Escape lets go; with nothing under way both are the desk’s', () => {
  expect(templateCommand(press('Enter'), { ...idle, picked: true }, true)).toEqual({ kind: 'split' });
  expect(templateCommand(press('Enter'), { ...idle, together: true }, true)).toEqual({ kind: 'accept' });
  expect(templateCommand(press('Escape'), { ...idle, together: true }, true)).toEqual({ kind: 'cancel' });
  for (const key of ['Enter', 'Escape', 'm']) expect(templateCommand(press(key), idle, true)).toBeNull();
});

test('comma and point step through the beats; X, W, O and M are the templates’ own', () => {
  expect(templateCommand(press(','), idle, false)).toEqual({ kind: 'member', by: -1 });
  expect(templateCommand(press('.'), idle, false)).toEqual({ kind: 'member', by: 1 });
  expect(templateCommand(press('x'), idle, true)).toEqual({ kind: 'similarity' });
  expect(templateCommand(press('W'), idle, true)).toEqual({ kind: 'wall' });
  expect(templateCommand(press('o'), idle, true)).toEqual({ kind: 'order' });
  expect(templateCommand(press('m'), { ...idle, together: true }, true)).toEqual({ kind: 'merge' });
  expect(templateCommand(press('x', { ctrlKey: true }), idle, true)).toBeNull();
});

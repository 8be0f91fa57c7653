// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { areKeysHeld, typedAfter } from './held-keys.ts';
import { holdKeys } from './hold-keys.ts';
import './keyboard.ts';

const press = (key: string, ctrlKey = false, altKey = false) => ({
  ...{ key, ctrlKey, altKey },
  metaKey: false,
  shiftKey: false,
});

test('characters are kept in order, also those of two code units', () => {
  expect(typedAfter('佐', press('々'))).toBe('佐々');
  expect(typedAfter('', press('𠮷'))).toBe('𠮷');
  expect(typedAfter('a', press(' '))).toBe('a ');
  expect(typedAfter('a', press('@', true, true))).toBe('a@');
});

test('Backspace removes one whole character', () => {
  expect(typedAfter('a𠮷', press('Backspace'))).toBe('a');
  expect(typedAfter('', press('Backspace'))).toBe('');
});

test('named keys and combinations write nothing', () => {
  expect(typedAfter('a', press('Escape'))).toBeNull();
  expect(typedAfter('a', press('Enter'))).toBeNull();
  expect(typedAfter('a', press('k', true))).toBeNull();
});

/** Returns the keys that a listener of the page receives, and a dialog that the test draws. */
function page() {
  const heard: string[] = [];
  const stop = new AbortController();
  const hear = (event: KeyboardEvent): void => void heard.push(event.key);
  window.addEventListener('keydown', hear, { capture: true, signal: stop.signal });
  onTestFinished(() => {
    stop.abort();
    document.body.replaceChildren();
  });
  const type = (...keys: readonly string[]): boolean[] =>
    keys.map((key) => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  const dialog = (content: string): void => {
    document.body.innerHTML = `<div role="dialog" tabindex="-1">${content}</div>`;
  };
  const field = (): HTMLInputElement | null => document.querySelector('input');
  return { heard, type, dialog, field };
}

const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('text typed before the field has the focus is in the field, and no listener gets it', async () => {
  const { heard, type, dialog, field } = page();
  const release = holdKeys();
  type('V', '2', 'Delete', 'Enter', 'x', 'Backspace');
  dialog('<input type="password">');
  release();
  await task();
  // The dialog is drawn and does not have the focus yet.
  type('b');
  expect(heard).toEqual([]);
  const written = vi.fn();
  field()?.addEventListener('input', written);
  field()?.focus();
  await task();
  expect(field()?.value).toBe('V2b');
  expect(written).toHaveBeenCalledOnce();
  expect(areKeysHeld()).toBe(false);
  type('c');
  expect(heard).toEqual(['c']);
});

test('a list in the dialog that never has the focus keeps no key', async () => {
  const { heard, type, dialog, field } = page();
  const release = holdKeys();
  type('x');
  dialog('<input role="combobox"><ul role="listbox"></ul>');
  release();
  field()?.focus();
  await task();
  expect(field()?.value).toBe('x');
  type('y');
  expect(heard).toEqual(['y']);
});

test('a dialog without a field ignores typed text', async () => {
  const { type, dialog } = page();
  const release = holdKeys();
  type('V');
  dialog('<button>Send</button><input>');
  release();
  document.querySelector('button')?.focus();
  await task();
  document.querySelector('input')?.focus();
  await task();
  expect(document.querySelector('input')?.value).toBe('');
});

test('letters of an input method are not entered into a password', async () => {
  const { type, dialog, field } = page();
  const release = holdKeys();
  type('ㅂ', 'a');
  dialog('<input type="password">');
  release();
  field()?.focus();
  await task();
  expect(field()?.value).toBe('');
});

test('a dialog that never opens returns the keys to the page', async () => {
  const { heard, type } = page();
  const release = holdKeys();
  expect(type('V')).toEqual([false]);
  release();
  release();
  await task();
  expect(type('N')).toEqual([true]);
  expect(heard).toEqual(['N']);
});

test('keys are kept while one of several dialogs is opening', async () => {
  const { heard, type } = page();
  const [one, other] = [holdKeys(), holdKeys()];
  one();
  await task();
  type('V');
  expect(heard).toEqual([]);
  other();
  await task();
  type('N');
  expect(heard).toEqual(['N']);
});

test('a dialog that fails to load over an open one returns the keys to that one', async () => {
  const { heard, type, dialog } = page();
  dialog('<button>Delete</button>');
  document.querySelector('button')?.focus();
  const release = holdKeys();
  type('V');
  // Its code could not be loaded: nothing is drawn, and the focus never moves.
  release();
  await task();
  expect(areKeysHeld()).toBe(false);
  expect(type('Tab')).toEqual([true]);
  expect(heard).toEqual(['Tab']);
});

test('text typed before a dialog over an open one has the focus is in its field', async () => {
  const { type, dialog, field } = page();
  dialog('<button>Delete</button>');
  document.querySelector('button')?.focus();
  const release = holdKeys();
  type('V');
  document.body.insertAdjacentHTML('beforeend', '<div role="alertdialog"><input></div>');
  release();
  await task();
  expect(areKeysHeld()).toBe(true);
  field()?.focus();
  await task();
  expect(field()?.value).toBe('V');
});

import { expect, test } from 'vitest';
import { makeShortcutBoard } from './shortcuts.ts';

const press = (key: string, ctrlKey = false) => ({
  key,
  ctrlKey,
  metaKey: false,
  altKey: false,
  shiftKey: false,
});
const nothing = () => undefined;

test('the newest registration of a key wins until it leaves', () => {
  const board = makeShortcutBoard();
  board.add([{ keys: ['J'], label: 'old', run: nothing }]);
  const leave = board.add([{ keys: ['J'], label: 'new', run: nothing }]);
  expect(board.find(press('j'), false)?.label).toBe('new');
  leave();
  expect(board.find(press('j'), false)?.label).toBe('old');
});

test('single letters are off in fields, combinations are not', () => {
  const board = makeShortcutBoard();
  board.add([
    { keys: ['J'], label: 'letter', run: nothing },
    { keys: ['Ctrl+K'], label: 'combination', run: nothing },
    { keys: ['Esc'], label: 'named', run: nothing },
  ]);
  expect(board.find(press('j'), true)).toBeUndefined();
  expect(board.find(press('k', true), true)?.label).toBe('combination');
  expect(board.find(press('Escape'), true)?.label).toBe('named');
});

test('the user can switch single letters off', () => {
  const board = makeShortcutBoard();
  board.add([{ keys: ['J', '↓'], label: 'down', run: nothing }]);
  board.setSingleLetters(false);
  expect(board.find(press('j'), false)).toBeUndefined();
  expect(board.find(press('ArrowDown'), false)?.label).toBe('down');
});

test('the list keeps its identity while nothing changes', () => {
  const board = makeShortcutBoard();
  board.add([{ keys: ['J'], label: 'a', run: nothing }]);
  expect(board.all()).toBe(board.all());
});

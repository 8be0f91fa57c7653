import { expect, test } from 'vitest';
import { insertLink, type Selected, toggleBold, toggleLines } from './markdown-edits.ts';

/** `|` marks the ends of the selection. */
function read(marked: string): Selected {
  const [before = '', inside = '', after] = marked.split('|');
  const start = before.length;
  if (after === undefined) return { text: before + inside, start, end: start };
  return { text: before + inside + after, start, end: start + inside.length };
}
const show = ({ text, start, end }: Selected): string =>
  start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;

test('bold is applied to the selection and removed again', () => {
  const bold = toggleBold(read('from |two| on'));
  expect(show(bold)).toBe('from **|two|** on');
  expect(show(toggleBold(bold))).toBe('from |two| on');
  expect(show(toggleBold(read('a|')))).toBe('a**|**');
});

test('lines become items, another kind of item, and plain again', () => {
  const bullets = toggleLines(read('a\n|b\nc|\nd'), 'bullets');
  expect(show(bullets)).toBe('a\n|- b\n- c|\nd');
  const numbers = toggleLines(bullets, 'numbers');
  expect(show(numbers)).toBe('a\n|1. b\n2. c|\nd');
  expect(show(toggleLines(numbers, 'numbers'))).toBe('a\n|b\nc|\nd');
});

test('a heading at the caret keeps the caret in its word; an empty line can become one', () => {
  expect(show(toggleLines(read('wh|at'), 'heading'))).toBe('## wh|at');
  expect(show(toggleLines(read('## wh|at'), 'heading'))).toBe('wh|at');
  expect(show(toggleLines(read('a\n|'), 'bullets'))).toBe('a\n- |');
});

test('empty lines within a selection stay empty and are not counted', () => {
  expect(show(toggleLines(read('|a\n\nb|'), 'numbers'))).toBe('|1. a\n\n2. b|');
});

test('a link uses the selected words, and its URL can be typed next', () => {
  expect(show(insertLink(read('see |here| now'), 'link'))).toBe('see [here](|https://|) now');
  expect(show(insertLink(read('see |'), 'link'))).toBe('see [link](|https://|)');
});

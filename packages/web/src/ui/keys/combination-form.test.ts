/** Checks that every key label writes a combination in the form of the commands: `Ctrl+⏎`. */
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A quoted modifier followed by a space or by nothing: `"Ctrl ⏎"`, `"Ctrl"`. */
const otherForm = /(["'])(?:Ctrl|Shift|Alt|⌘)(?: \S+)?\1/;

test('a combination is written with plus signs, in one label', () => {
  const found = Object.entries(sources).filter(([, source]) => otherForm.test(source));
  expect(found.map(([path]) => path)).toEqual([]);
  expect(otherForm.test('<KeyCap name="Ctrl ⏎" />')).toBe(true);
});

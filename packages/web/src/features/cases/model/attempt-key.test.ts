import { expect, test } from 'vitest';
import { makeAttemptKeys } from './attempt-key.ts';

function counting() {
  let last = 0;
  return makeAttemptKeys(() => {
    last += 1;
    return `key ${String(last)}`;
  });
}

test('the same content without an answer keeps its key', () => {
  const keys = counting();
  expect(keys.keyFor({ version: 3 })).toBe('key 1');
  expect(keys.keyFor({ version: 3 })).toBe('key 1');
});

test('other content is a new attempt', () => {
  const keys = counting();
  keys.keyFor({ version: 3 });
  expect(keys.keyFor({ version: 4 })).toBe('key 2');
});

test('after an answer the same content is a new attempt', () => {
  const keys = counting();
  keys.keyFor({ version: 3 });
  keys.answered();
  expect(keys.keyFor({ version: 3 })).toBe('key 2');
});

test('a new key has 32 hexadecimal digits', () => {
  expect(makeAttemptKeys().keyFor({})).toMatch(/^[0-9a-f]{32}$/);
});

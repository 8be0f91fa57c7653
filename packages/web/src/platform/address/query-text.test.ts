import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery, writeQuery } from './query-text.ts';

test('one value is text, several are a list', () => {
  expect(parseQuery('?a=1&b=x&b=y')).toEqual({ a: '1', b: ['x', 'y'] });
  expect(parseQuery('')).toEqual({});
});

test('empty values are not written', () => {
  expect(writeQuery({ a: '', b: undefined, c: null, d: [], e: 0, f: false })).toBe('?e=0&f=false');
  expect(writeQuery({})).toBe('');
});

test('written values are read back', () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/);
  const value = fc.string({ minLength: 1, unit: 'binary' });
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 4 }))),
      (values) => {
        const wellFormed = Object.entries(values).every(([, each]) =>
          [each].flat().every((text) => text.isWellFormed()),
        );
        fc.pre(wellFormed);
        expect(parseQuery(writeQuery(values))).toEqual({ ...values });
      },
    ),
  );
});

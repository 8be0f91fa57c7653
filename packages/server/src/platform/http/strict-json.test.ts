import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

const parse = (text: string) => parseStrictJson(new TextEncoder().encode(text));

test('an object is read and nothing else', () => {
  expect(parse('{"a":[1,{"b":"x"}]}')).toEqual({ a: [1, { b: 'x' }] });
  expect(parse('')).toEqual({});
  for (const text of ['[]', '"x"', 'null', '1', '{', '{"a":1}x', '{a:1}', '\ufeff[1]'])
    expect(parse(text)).toBeNull();
});

test('a repeated key is refused, in any spelling, and allowed in separate objects', () => {
  expect(parse('{"a":1,"a":2}')).toBeNull();
  expect(parse('{"a":1,"\\u0061":2}')).toBeNull();
  expect(parse('{"x":{"a":1,"b":{"a":2}},"y":[{"a":3},{"a":4}]}')).not.toBeNull();
  expect(parse('{"a":"a\\":1,\\"a","b":":"}')).toEqual({ a: 'a":1,"a', b: ':' });
});

test('keys that reach a prototype, and excessive nesting, are refused', () => {
  expect(parse('{"__proto__":{"x":1}}')).toBeNull();
  expect(parse('{"a":{"constructor":{"prototype":{}}}}')).toBeNull();
  expect(parse(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)).toBeNull();
});

test('a NUL is refused at any depth, but not a text that only looks like one', () => {
  expect(parse('{"a":["\\u0000"]}')).toBeNull();
  expect(parse('{"a":"x\\\\\\u0000"}')).toBeNull();
  expect(parse('{"a":"\\\\u0000"}')).toEqual({ a: '\\u0000' });
});

test('half of a surrogate pair is refused, in a text or a key, and a complete one accepted', () => {
  expect(parse('{"a":["\\ud83d"]}')).toBeNull();
  expect(parse('{"\\uDC00":1}')).toBeNull();
  expect(parse('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' });
  expect(parse('{"a":"\\\\ud83d"}')).toEqual({ a: '\\ud83d' });
});

test('bytes that are not UTF-8 are refused', () => {
  expect(parseStrictJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeNull();
});

test('the result equals JSON.parse for every object with unique keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const text = JSON.stringify(value);
      if (/"(__proto__|constructor|prototype)"|u0000/.test(text)) return;
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

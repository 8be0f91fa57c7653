import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventReader, retryDelayMs } from './event-text.ts';

const whole = (text: string) => eventReader().push(text);

test('an event ends with an empty line', () => {
  expect(whole('data: {"a":1}\n\n')).toEqual(['{"a":1}']);
  expect(whole('data: {"a":1}\n')).toEqual([]);
});

test('lines of data are joined, comments and other fields left out', () => {
  expect(whole(': beat\n\nevent: x\nid: 3\ndata: a\ndata:b\ndata\n\n')).toEqual(['a\nb\n']);
});

test('every kind of line end', () => {
  expect(whole('data: a\r\n\r\ndata: b\r\rdata: c\n\n')).toEqual(['a', 'b', 'c']);
});

test('cutting the stream anywhere changes nothing', () => {
  const text = ': hi\r\n\r\ndata: {"type":"hello"}\r\n\r\ndata: 日本\n\nevent: x\ndata: 1\rdata: 2\r\r\n';
  const wanted = whole(text);
  expect(wanted.length).toBe(3);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const reader = eventReader();
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      const got = at.slice(1).flatMap((end, index) => reader.push(text.slice(at[index], end)));
      expect(got).toEqual(wanted);
    }),
  );
});

test('retries wait longer and longer, up to half a minute', () => {
  expect(retryDelayMs(0, 0)).toBe(500);
  expect(retryDelayMs(0, 1)).toBe(1_000);
  expect(retryDelayMs(3, 1)).toBe(8_000);
  expect(retryDelayMs(50, 1)).toBe(30_000);
});

/** Tests how messages of other systems are read and own ones are written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseMessage,
  readValue,
  timeStamp,
  unescapeText,
  writeHeader,
  writeSegment,
  type Hl7Message,
} from './hl7-message.ts';

function read(text: string): Hl7Message {
  const message = parseMessage(text);
  if ('fault' in message) throw new Error(message.fault);
  return message;
}

const order = [
  'MSH|^~\\&|HIS|HOSP|RD|CENTER|20261120||ORM^O01|1|P|2.3',
  'PID|1||A1^^^HOSP~B2||Kim \\T\\ Co^Min\\.br\\su^^^Dr.&med.||19500131|F',
  'OBR|1|||18754-2^Holter\\S\\1',
].join('\r');

test('fields, components, subcomponents, repetitions and escapes are read', () => {
  const message = read(order);
  expect(readValue(message, 'MSH-1')).toBe('|');
  expect(readValue(message, 'MSH-9.2')).toBe('O01');
  expect(readValue(message, 'PID-3.1')).toBe('A1');
  expect(readValue(message, 'PID-3.4')).toBe('HOSP');
  expect(readValue(message, 'PID-5.1')).toBe('Kim & Co');
  expect(readValue(message, 'PID-5.2')).toBe('Min\nsu');
  expect(readValue(message, 'PID-5.5.2')).toBe('med.');
  expect(readValue(message, 'OBR-4.2')).toBe('Holter^1');
  expect([readValue(message, 'PID-40'), readValue(message, 'NTE-3')]).toEqual(['', '']);
});

test('other separators, line ends and HL7’s null are read', () => {
  const message = read('MSH#$%@!#HIS#HOSP#\n\r\nPID#1##A$B!C#@T@x##""\n');
  expect(readValue(message, 'MSH-3')).toBe('HIS');
  expect(readValue(message, 'PID-3.2.2')).toBe('C');
  expect(readValue(message, 'PID-4')).toBe('!x');
  expect(readValue(message, 'PID-6')).toBe('');
});

test.each([
  ['', 'no-header'],
  ['PID|1', 'no-header'],
  ['MSH|^^^^|x', 'separators'],
  ['MSHA~\\&B', 'separators'],
  ['MSH|^~\\&|x\rpid|1', 'segment-name'],
  [`MSH|^~\\&|x${'\rPID|1'.repeat(30_000)}`, 'too-many-segments'],
])('%#: a message that cannot be read says why', (text, fault) => {
  expect(parseMessage(text)).toEqual({ fault });
});

test('unknown and unfinished escape sequences stay as they are', () => {
  const { separators } = read('MSH|^~\\&|x');
  expect(unescapeText('a\\Zx\\b\\', separators)).toBe('a\\Zx\\b\\');
  expect(unescapeText('\\X0D0a\\ \\H\\bold\\N\\', separators)).toBe('\r\n bold');
  // The database cannot store a NUL.
  expect(unescapeText('a\\X4100\\b', separators)).toBe('a\\X4100\\b');
});

test('any text is read as it was written', () => {
  const plain = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text) => text.replaceAll(/\p{Cc}/gu, '').trim());
  fc.assert(
    fc.property(plain, plain, (one, two) => {
      fc.pre(one !== '""' && two !== '""');
      const text = [writeHeader(['A', 'B']), writeSegment('PID', ['1', '', [one, two]])].join('\r');
      const message = read(text);
      expect([readValue(message, 'PID-3.1'), readValue(message, 'PID-3.2')]).toEqual([one, two]);
    }),
  );
});

test('a header counts its separators as fields, and ends of lines are escaped', () => {
  expect(writeHeader(['A', ['B', '', ''], '', { raw: '~ISO IR87' }, ''])).toBe('MSH|^~\\&|A|B||~ISO IR87');
  expect(writeSegment('NTE', ['1', '', 'a\r\nb\u0000|c'])).toBe('NTE|1||a\\.br\\b \\F\\c');
});

test('a time is local with its offset', () => {
  const at = new Date('2026-11-20T01:02:03.456Z');
  expect(timeStamp(at, 'Asia/Seoul')).toBe('20261120100203+0900');
  expect(timeStamp(at, 'UTC')).toBe('20261120010203+0000');
});

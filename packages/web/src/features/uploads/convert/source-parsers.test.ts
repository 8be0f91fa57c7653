import { expect, test } from 'vitest';
import { parseXml } from './parse-xml.ts';
import { sourceParsers } from './source-parsers.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test('XML is read with names without prefix, unchanged attributes and text, and no entities', () => {
  const root = parseXml(utf8('<?xml version="1.0"?><!-- c --><a:b x="01"> 1 <c/>2&amp;</a:b>'));
  expect(root).toMatchObject({ name: 'b', attributes: { x: '01' }, children: [{ name: 'c' }] });
  expect(root?.text.replaceAll(/\s/g, '')).toBe('12&amp;');
  const utf16 = new Uint8Array(Uint16Array.from('\ufeff<a>é</a>', (letter) => letter.charCodeAt(0)).buffer);
  expect(parseXml(utf16)).toMatchObject({ name: 'a', text: 'é' });
});

test('another file gives no tree', () => {
  for (const text of ['', 'plain', '<a', `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`]) {
    expect([text.slice(0, 9), parseXml(utf8(text))]).toEqual([text.slice(0, 9), null]);
  }
  expect(sourceParsers.dicom(new Uint8Array(200))).toBeNull();
});

/** An explicit little-endian element with a length of 16 bits, or of 32 for a sequence. */
function element(group: number, number: number, form: string, value: readonly number[]): number[] {
  const head = [group & 255, group >> 8, number & 255, number >> 8, ...utf8(form)];
  const length = [value.length & 255, value.length >> 8];
  return form === 'SQ' ? [...head, 0, 0, ...length, 0, 0, ...value] : [...head, ...length, ...value];
}

test('a DICOM data set without its preamble is read', () => {
  const group = element(0x003a, 0x0005, 'US', [2, 0]);
  const item = [0xfe, 0xff, 0x00, 0xe0, group.length, 0, 0, 0, ...group];
  const bytes = [
    ...element(0x0008, 0x0020, 'DA', [...utf8('20261105')]),
    ...element(0x5400, 0x0100, 'SQ', item),
  ];
  const set = sourceParsers.dicom(Uint8Array.from(bytes));
  expect(set?.items('54000100')[0]?.bytes('003a0005')).toEqual(Uint8Array.of(2, 0));
});

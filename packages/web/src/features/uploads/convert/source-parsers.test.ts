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

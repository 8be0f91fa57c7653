import { expect, test } from 'vitest';
import { parseXml } from './parse-xml.ts';

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
});

test('a document that is cut gives what came before, and says where it ends', () => {
  const whole = '<a><b>1 2 3</b><b>4 5 6</b></a>';
  const cut = (length: number) => {
    const root = parseXml(utf8(whole.slice(0, length)));
    return [root?.cut, ...(root?.children.map(({ text }) => text) ?? [])];
  };
  expect(cut(whole.length)).toEqual(['no', '1 2 3', '4 5 6']);
  expect(cut(whole.indexOf('5'))).toEqual(['in-text', '1 2 3', '4']);
  expect(cut(whole.lastIndexOf('</b>'))).toEqual(['in-text', '1 2 3', '4 5 6']);
  expect(cut(whole.lastIndexOf('b>'))).toEqual(['between', '1 2 3', '4 5 6']);
  expect(cut(whole.indexOf('4') - 1)).toEqual(['between', '1 2 3']);
  expect(parseXml(utf8(`<?xml version="1.0"?><!-- <x> --><!DOCTYPE a>${whole}`))).toMatchObject({
    cut: 'no',
    name: 'a',
  });
  expect(parseXml(utf8(`${whole} \0\0<x`))).toMatchObject({ cut: 'no', after: 4 });
});

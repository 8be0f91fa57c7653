import { expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';
import { groupFiles } from './group-files.ts';

const file = (name: string, text: string) => ({
  name,
  head: Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
});
const groups = (...files: ReturnType<typeof file>[]) =>
  groupFiles(files).map(({ name, format, files: own }) => [name, format, ...own.map((one) => one.name)]);

test('a record’s header collects the files that it names and those of its own name', () => {
  const header = file('s1.hea', 's1 2 1000 100\nleads.dat 16\ns1.xyz 16\n');
  expect(
    groups(
      file('s1.atr', ''),
      header,
      file('leads.dat', ''),
      file('s1.xyz', ''),
      file('s1.edf', '0       '),
      file('notes.txt', 'hello'),
    ),
  ).toEqual([
    ['s1', 'wfdb', 's1.atr', 's1.hea', 'leads.dat', 's1.xyz'],
    ['s1', 'edf', 's1.edf'],
    ['notes', null, 'notes.txt'],
  ]);
  expect(groups(file('s1.dat', ''))).toEqual([['s1', null, 's1.dat']]);
});

test('a record of several segments is one recording with the files of its segments', () => {
  const master = file('m.hea', 'm/3 1 250 5000\nma 2500\n~ 10\nmb 2490\n');
  const segment = (name: string) => [
    file(`${name}.hea`, `${name} 1 250 2500\n${name}.dat 16 200\n`),
    file(`${name}.dat`, ''),
  ];
  expect(groups(...segment('ma'), master, ...segment('mb'), ...segment('other'))).toEqual([
    ['m', 'wfdb', 'ma.hea', 'ma.dat', 'm.hea', 'mb.hea', 'mb.dat'],
    ['other', 'wfdb', 'other.hea', 'other.dat'],
  ]);
});

test.each([
  ['a', 'ISHNE1.0', 'ishne'],
  ['a.edf', '0\0\0\0\0\0\0\0X', 'edf'],
  ['a', '\x08\0\x05\0CS\x0a\0ISO_IR 100', 'dicom'],
  ['a', '\x02\0\0\0UL\x04\0\xc0\0\0\0\x02\0\x01\0 and more', 'dicom'],
  ['a', '\xffBIOSEMI', 'bdf'],
  ['a.edf', '0       X X X X', 'edf'],
  ['a', `${'\0'.repeat(128)}DICM`, 'dicom'],
  ['a', `${'\0'.repeat(16)}SCPECG`, 'scp'],
  ['a', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<ns:AnnotatedECG xmlns="urn">', 'aecg'],
  ['a', '\xff\xfe<\0A\0n\0n\0o\0t\0a\0t\0e\0d\0E\0C\0G\0>\0', 'aecg'],
  ['a.HEA', 'anything', 'wfdb'],
  ['a.xml', '<Other/>', null],
  ['a.dat', '', null],
])('%s beginning %j is %s', (name, text, format) => {
  expect(detectFormat(name, file(name, text).head)).toBe(format);
});

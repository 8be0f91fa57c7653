import { expect, test } from 'vitest';
import { foreignFormat } from './foreign-formats.ts';
import { readRecording } from './read-recording.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string): Uint8Array =>
  new Uint8Array(Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).buffer);

test.each([
  [
    '<?xml version="1.0"?>\n<!DOCTYPE RestingECG SYSTEM "restecg.dtd">\n<RestingECG>',
    'GE MUSE XML',
    'recording',
  ],
  [
    '\xef\xbb\xbf<!-- <ECG> --><restingecgdata xmlns="http://www3.medical.philips.com">',
    'Philips ECG XML',
    'recording',
  ],
  ['<ECG ACQUISITION_TIME="20261105">', 'Mortara XML', 'recording'],
  ['<v:CardiologyXML>', 'GE CardioSoft XML', 'recording'],
  ['<ClinicalDocument>', 'HL7 CDA', 'recording'],
  ['<html lang="en">', 'XML (html)', 'recording'],
  ['MSH|^~\\&|ECG|', 'HL7 v2', 'recording'],
  ['%PDF-1.7', 'PDF', 'picture'],
  ['\xff\xd8\xff\xe0', 'JPEG', 'picture'],
  ['MATLAB 5.0 MAT-file, Platform', 'MATLAB 5', 'recording'],
  ['{"ecg": [1, 2]}', 'JSON', 'recording'],
  ['time;I;II\n0,004;1,5;2\n0,008;1,4;2\n0,012;1;2\n', 'CSV', 'table'],
  ['1 2\n3 4\n-5.5 6e3\n', 'CSV', 'table'],
])('%j is known', (text, name, kind) => {
  expect(foreignFormat(latin1(text))).toEqual({ name, kind });
});

test('UTF-16 is read, and other files are unknown', () => {
  expect(foreignFormat(utf16('<RestingECG>'))).toEqual({ name: 'GE MUSE XML', kind: 'recording' });
  for (const text of ['', 'hello', 'a, b\nc, d\ne, f', '\0\0\0\0', '1\n2'])
    expect([text, foreignFormat(latin1(text))]).toEqual([text, null]);
});

test('the refusal names the format', () => {
  const bytes = latin1('<RestingECG>');
  expect(readRecording([{ name: 'a.xml', bytes }], () => null)).toMatchObject({
    code: 'file/foreign-format',
    detail: { file: 'a.xml', found: 'GE MUSE XML' },
  });
});

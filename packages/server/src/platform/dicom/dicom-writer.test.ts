/** Tests the writer of DICOM files with this product's own reader. */
import { parseDicom } from '@rhythmdesk/ecg/formats/dicom-bytes';
import type { DicomItem } from '@rhythmdesk/ecg/formats/dicom-item';
import { expect, test } from 'vitest';
import { uidOf } from './dicom-uid.ts';
import { unicode, writeDicom, type DicomSet } from './dicom-writer.ts';

const named: DicomSet = [
  ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.104.1'],
  ['00080018', 'UI', uidOf('a', 1)],
];

function read(set: DicomSet): DicomItem {
  const file = parseDicom(writeDicom([...named, ...set]));
  expect(file?.flaws()).toEqual([]);
  if (file === null) throw new Error('no DICOM');
  return file.set;
}
const text = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array());

test('texts of every script, numbers and bytes are read as they were written, at even lengths', () => {
  const set = read([
    ['00420015', 'UL', 70_000],
    unicode,
    ['00100010', 'PN', '山田^太郎=山田^太郎'],
    ['00081030', 'LO', 'Žluťoučký кот 심전도 ♥'],
    ['003a0005', 'US', 12],
    ['00420011', 'OB', Uint8Array.of(1, 2, 3)],
  ]);
  expect(text(set.bytes('00080005'))).toBe('ISO_IR 192');
  expect(text(set.bytes('00100010')).trim()).toBe('山田^太郎=山田^太郎');
  expect(text(set.bytes('00081030')).trim()).toBe('Žluťoučký кот 심전도 ♥');
  expect([...(set.bytes('003a0005') ?? [])]).toEqual([12, 0]);
  expect([...(set.bytes('00420015') ?? [])]).toEqual([0x70, 0x11, 1, 0]);
  expect([...(set.bytes('00420011') ?? [])]).toEqual([1, 2, 3, 0]);
  expect(text(set.bytes('00020010'))).toBe('1.2.840.10008.1.2.1\0');
});

test('every length of a text and of bytes is padded to an even one', () => {
  for (let length = 0; length < 9; length += 1) {
    const set = read([
      ['00081030', 'LO', 'x'.repeat(length)],
      ['00420011', 'OB', new Uint8Array(length).fill(7)],
    ]);
    const even = length + (length % 2);
    expect([length, set.bytes('00081030')?.length, set.bytes('00420011')?.length]).toEqual([
      length,
      even,
      even,
    ]);
    expect(text(set.bytes('00081030')).trim()).toBe('x'.repeat(length));
  }
});

test('sequences contain sets, and sets contain sequences', () => {
  const inner: DicomSet = [['00080100', 'SH', 'mV']];
  const set = read([['003a0200', 'SQ', [[['003a0211', 'SQ', [inner]]], inner]]]);
  const [first, second] = set.items('003a0200');
  expect(text(first?.items('003a0211')[0]?.bytes('00080100') ?? null)).toBe('mV');
  expect(text(second?.bytes('00080100') ?? null)).toBe('mV');
});

test('a text beyond the length of its element is refused', () => {
  expect(() => read([['00420010', 'ST', 'x'.repeat(65_536)]])).toThrow('00420010');
});

test('a UID is one of DICOM, the same for the same parts, and another for others', () => {
  const uids = [uidOf('a', 1), uidOf('a', 2), uidOf('a', 1, 1), uidOf('a1'), uidOf('b', 1)];
  expect(new Set(uids).size).toBe(uids.length);
  for (const uid of uids) expect(uid).toMatch(/^2\.25\.[1-9]\d{30,38}$/);
  expect(uidOf('a', 1)).toBe(uids[0]);
});

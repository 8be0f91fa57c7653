/** Writes SCP-ECG files for tests, from the text of the standard. */
import { crcCcitt } from './crc-ccitt.ts';

function section(id: number, body: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(16 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(2, id, true);
  view.setUint32(4, bytes.length, true);
  bytes.set(body, 16);
  view.setUint16(0, crcCcitt(bytes.subarray(2)), true);
  return bytes;
}

/** Returns a file with the given sections, laid out as in the standard. */
export function scpFile(sections: readonly (readonly [number, readonly number[]])[]): Uint8Array {
  const pointerBytes = 16 + 10 * (sections.length + 1);
  const pointers = new Uint8Array(pointerBytes - 16);
  const view = new DataView(pointers.buffer);
  const parts = sections.map(([id, body]) => section(id, body));
  let at = 6 + pointerBytes;
  view.setUint32(2, pointerBytes, true);
  view.setUint32(6, 7, true);
  parts.forEach((part, i) => {
    view.setUint16(10 * (i + 1), sections[i]?.[0] ?? 0, true);
    view.setUint32(10 * (i + 1) + 2, part.length, true);
    view.setUint32(10 * (i + 1) + 6, at + 1, true);
    at += part.length;
  });
  const bytes = new Uint8Array(at);
  [section(0, [...pointers]), ...parts].reduce((place, part) => {
    bytes.set(part, place);
    return place + part.length;
  }, 6);
  new DataView(bytes.buffer).setUint32(2, at, true);
  new DataView(bytes.buffer).setUint16(0, crcCcitt(bytes.subarray(2)), true);
  return bytes;
}

export const le16 = (value: number) => [value & 0xff, (value >> 8) & 0xff];
export const le32 = (value: number) => [...le16(value), ...le16(value >> 16)];

/** Returns the bits of a number in the standard's own Huffman table (annex C). */
function bitsOf(value: number): string {
  const steps = Math.abs(value);
  const word = (bits: number): string => (value & (2 ** bits - 1)).toString(2).padStart(bits, '0');
  if (steps === 0) return '0';
  if (steps <= 8) return `${'1'.repeat(steps)}0${value > 0 ? '0' : '1'}`;
  return steps < 128 ? `1111111110${word(8)}` : `1111111111${word(16)}`;
}

/** Packs numbers as first differences, filled up to a whole word. */
function pack(samples: Int32Array): number[] {
  const bits = [...samples]
    .map((value, i) => bitsOf(i === 0 ? value : value - (samples[i - 1] ?? 0)))
    .join('');
  const bytes = Math.ceil(bits.length / 16) * 2;
  const filled = bits.padEnd(8 * bytes, '0');
  return Array.from({ length: bytes }, (_none, i) => Number.parseInt(filled.slice(8 * i, 8 * i + 8), 2));
}

/** Returns the sections of a recording of leads I, II, V1 and so on at 500 Hz and 2.5 µV, packed with the standard's table. */
export function scpSections(leads: readonly Int32Array[]): [number, number[]][] {
  const packed = leads.map(pack);
  const date = [25, 4, 0, ...le16(2026), 11, 5, 26, 3, 0, 8, 0, 0, 255, 0, 0];
  const places = leads.flatMap((samples, i) => [...le32(1), ...le32(samples.length), i + 1]);
  const rhythm = [...le16(2500), ...le16(2000), 1, 0, ...packed.flatMap(({ length }) => le16(length))];
  return [
    [1, date],
    [2, le16(19_999)],
    [3, [leads.length, 4, ...places]],
    [6, [...rhythm, ...packed.flat()]],
    [7, [1, 2, 3, 4]],
  ];
}

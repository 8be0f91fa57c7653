// Builds DICOM elements by hand, for tests.

import type { DicomItem } from './dicom-item.ts';

type Value = string | Uint8Array | readonly DicomItem[];

export function item(elements: Readonly<Record<string, Value>>): DicomItem {
  return {
    bytes: (tag) => {
      const value = elements[tag];
      if (typeof value === 'string') return new TextEncoder().encode(value);
      return value instanceof Uint8Array ? value : null;
    },
    items: (tag) => {
      const value = elements[tag];
      return value === undefined || typeof value === 'string' || value instanceof Uint8Array ? [] : value;
    },
  };
}

export const us = (value: number) => Uint8Array.of(value & 255, value >> 8);
const ul = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
export const ss = (...values: readonly number[]) => new Uint8Array(Int16Array.from(values).buffer);

export function channel(name: string, elements: Readonly<Record<string, Value>> = {}): DicomItem {
  return item({
    '003a0208': [item({ '00080104': name })],
    '003a0210': '2.5',
    '003a0211': [item({ '00080100': 'uV' })],
    '003a0212': '1',
    '003a0213': '0 ',
    ...elements,
  });
}

/** The elements of a group of two channels with three samples. */
export const elements: Readonly<Record<string, Value>> = {
  '003a0004': 'ORIGINAL',
  '003a0005': us(2),
  '003a0010': ul(3),
  '003a001a': '500 ',
  '003a0200': [channel('Lead I (Einthoven)'), channel('Lead II')],
  '54001004': us(16),
  '54001006': 'SS',
  '54001010': ss(1, -2, 3, -4, 5, -6),
};

export function group(own: Readonly<Record<string, Value>> = {}): DicomItem {
  return item({ ...elements, ...own });
}

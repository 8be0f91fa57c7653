// Accesses DICOM elements for the waveform reader; dicom-bytes.ts parses them.

import { decimalOf, lettersOfBytes } from './byte-text.ts';

/**
 * A data set or an item of a sequence. Elements are named by group and number in hexadecimal: `54000100`. Bytes are
 * little-endian; a missing element gives null, or no items.
 */
export interface DicomItem {
  readonly bytes: (tag: string) => Uint8Array | null;
  readonly items: (tag: string) => readonly DicomItem[];
}

/** Implicit and explicit little-endian, in which waveforms are stored uncompressed. */
export const dicomSyntaxes: readonly string[] = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'];

/** Returns an element's text without its padding; null if it is missing or empty. */
export function dicomText(item: DicomItem, tag: string): string | null {
  const bytes = item.bytes(tag);
  if (bytes === null) return null;
  const text = lettersOfBytes(bytes.subarray(0, 1024)).replace(/\0+$/, '').trim();
  return text === '' ? null : text;
}

/** Returns a decimal string (DS) as a number: null if it is missing, NaN if it is not a number. */
export function dicomDecimal(item: DicomItem, tag: string): number | null {
  const text = dicomText(item, tag);
  return text === null ? null : decimalOf(text);
}

/** Returns an unsigned number of 16 or 32 bits (US, UL); null if it is missing or has another width. */
export function dicomWhole(item: DicomItem, tag: string): number | null {
  const bytes = item.bytes(tag);
  if (bytes === null || (bytes.length !== 2 && bytes.length !== 4)) return null;
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

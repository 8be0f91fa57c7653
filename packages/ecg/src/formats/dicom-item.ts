// DICOM elements as the waveform reader sees them. The file's bytes are parsed outside, by a library.

/**
 * A data set or an item of a sequence. Elements are named by group and number in hexadecimal: `54000100`. Bytes are
 * little-endian; null and no items where the element is missing.
 */
export interface DicomItem {
  readonly bytes: (tag: string) => Uint8Array | null;
  readonly items: (tag: string) => readonly DicomItem[];
}

/** An element's text without its padding; null where it is missing or empty. */
export function dicomText(item: DicomItem, tag: string): string | null {
  const bytes = item.bytes(tag);
  if (bytes === null) return null;
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).replace(/\0+$/, '').trim();
  return text === '' ? null : text;
}

/** A decimal string (DS) as a number: null where it is missing, NaN where it is none. */
export function dicomDecimal(item: DicomItem, tag: string): number | null {
  const text = dicomText(item, tag);
  if (text === null) return null;
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** An unsigned number of 16 or 32 bits (US, UL); null where it is missing or of another width. */
export function dicomWhole(item: DicomItem, tag: string): number | null {
  const bytes = item.bytes(tag);
  if (bytes === null || (bytes.length !== 2 && bytes.length !== 4)) return null;
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

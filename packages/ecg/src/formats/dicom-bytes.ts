// Parses the bytes of a DICOM file into elements, as far as they are whole. Source: PS3.5 7 (data set, nesting) and PS3.10
// 7 (file meta information).
//
// Little-endian with explicit or implicit value representations is read, with and without the preamble. A file that ends
// early, and an element that is longer than the item around it or has no representation, end their item there. What came
// before is kept, and a flaw says that something is missing.
//
// Invariant: no length in the file allocates memory.

import { allZero } from './byte-text.ts';
import { dicomSyntaxes, dicomText, type DicomItem } from './dicom-item.ts';
import type { SourceFlaw } from './recording.ts';

export interface DicomFile {
  readonly set: DicomItem;
  /** Returns the faults of what was parsed so far. */
  readonly flaws: () => SourceFlaw[];
}

const UNDEFINED_LENGTH = 0xffff_ffff;
const MAX_DEPTH = 16;
const ITEM = 0xfffe_e000;
const ITEM_END = 0xfffe_e00d;
const SEQUENCE_END = 0xfffe_e0dd;
const TRANSFER_SYNTAX = '00020010';
const IMPLICIT = '1.2.840.10008.1.2';
const WAVEFORMS = '54000100';
/** Value representations whose length has 16 bits, and those whose length has 32. */
const narrow = new Set('AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US'.split(' '));
const wide = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '));

interface Element {
  readonly from: number;
  readonly to: number;
  /** Whether the elements of its items name their representation. */
  readonly explicit: boolean;
  readonly sequence: boolean;
}

interface Head {
  readonly tag: number;
  readonly at: number;
  readonly length: number;
  readonly explicit: boolean;
  readonly sequence: boolean;
}

interface Items {
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** The first byte behind the sequence. */
  readonly next: number;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #isWhole = true;
  #after = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads the tag, representation and length at a place; null if they do not fit before `end`. */
  #head(at: number, end: number, explicit: boolean): Head | null {
    if (at + 8 > end) return null;
    const tag = this.#view.getUint16(at, true) * 65_536 + this.#view.getUint16(at + 2, true);
    const long = { tag, at: at + 8, length: this.#view.getUint32(at + 4, true), explicit, sequence: false };
    if (!explicit || tag >= ITEM) return long;
    const kind = String.fromCharCode(this.#bytes[at + 4] ?? 0, this.#bytes[at + 5] ?? 0);
    if (narrow.has(kind)) return { ...long, length: this.#view.getUint16(at + 6, true) };
    if (!wide.has(kind) || at + 12 > end) return null;
    const length = this.#view.getUint32(at + 8, true);
    // The items of an unknown representation are implicit (PS3.5 6.2.2).
    return { tag, at: at + 12, length, explicit: kind !== 'UN', sequence: kind === 'SQ' };
  }

  /** Parses elements until `end`, or until the end of an item of undefined length. */
  #elements(from: number, end: number, explicit: boolean, depth: number) {
    const found = new Map<string, Element>();
    let at = from;
    while (at < end) {
      const head = this.#head(at, end, explicit);
      if (head?.tag === ITEM_END) return { found, next: head.at };
      if (head === null || head.tag === 0) {
        this.#stop(at, end, depth === 0 && found.has(WAVEFORMS));
        return { found, next: end };
      }
      const isOpen = head.length === UNDEFINED_LENGTH;
      const next = isOpen ? this.#items(head.at, end, head.explicit, depth + 1).next : head.at + head.length;
      const to = Math.min(next, end);
      if (next > end) this.#isWhole = false;
      const element = { from: head.at, to, explicit: head.explicit, sequence: head.sequence || isOpen };
      const tag = head.tag.toString(16).padStart(8, '0');
      if (!found.has(tag)) found.set(tag, element);
      at = next;
    }
    return { found, next: Math.min(at, end) };
  }

  /** Notes that no element is at a place: bytes follow the file, or it is damaged. */
  #stop(at: number, end: number, hasSignal: boolean): void {
    if (hasSignal && allZero(this.#bytes, at, end)) this.#after = end - at;
    else this.#isWhole = false;
  }

  /** Finds the items between two places; the last may be cut. */
  #items(from: number, end: number, explicit: boolean, depth: number): Items {
    const ranges: { from: number; to: number }[] = [];
    let at = from;
    while (at < end) {
      const head = this.#head(at, end, false);
      if (head?.tag === SEQUENCE_END) return { ranges, next: head.at };
      if (head?.tag !== ITEM || depth > MAX_DEPTH) {
        this.#isWhole = false;
        return { ranges, next: end };
      }
      const isOpen = head.length === UNDEFINED_LENGTH;
      const next = isOpen ? this.#elements(head.at, end, explicit, depth).next : head.at + head.length;
      if (next > end) this.#isWhole = false;
      ranges.push({ from: head.at, to: Math.min(next, end) });
      at = next;
    }
    return { ranges, next: at };
  }

  /** Returns the elements between two places; null if there are none. */
  item(from: number, end: number, explicit: boolean, depth = 0): DicomItem | null {
    const { found } = this.#elements(from, end, explicit, depth);
    return found.size === 0 ? null : this.#itemOf(found, depth);
  }

  flaws(): SourceFlaw[] {
    return [
      ...(this.#isWhole ? [] : [{ code: 'file-damaged', detail: {} } as const]),
      ...(this.#after === 0 ? [] : [{ code: 'bytes-after', detail: { bytes: this.#after } } as const]),
    ];
  }

  #itemOf(found: ReadonlyMap<string, Element>, depth: number): DicomItem {
    return {
      bytes: (tag) => {
        const element = found.get(tag);
        return element === undefined || element.sequence
          ? null
          : this.#bytes.subarray(element.from, element.to);
      },
      items: (tag) => {
        const element = found.get(tag);
        if (element === undefined || depth >= MAX_DEPTH) return [];
        const { ranges } = this.#items(element.from, element.to, element.explicit, depth + 1);
        return ranges.flatMap(({ from, to }) => this.item(from, to, element.explicit, depth + 1) ?? []);
      },
    };
  }
}

/** Finds where the elements begin, and whether they are explicit; the file meta information always is. */
function openingOf(bytes: Uint8Array): { from: number; explicit: boolean } {
  const from = String.fromCharCode(...bytes.subarray(128, 132)) === 'DICM' ? 132 : 0;
  const kind = String.fromCharCode(bytes[from + 4] ?? 0, bytes[from + 5] ?? 0);
  return { from, explicit: narrow.has(kind) || wide.has(kind) };
}

/** Returns the first place behind the elements of group 0002. */
function metaEnd(bytes: Uint8Array, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = from;
  while (at + 8 <= bytes.length && view.getUint16(at, true) === 2) {
    const isWide = wide.has(String.fromCharCode(bytes[at + 4] ?? 0, bytes[at + 5] ?? 0));
    if (isWide && at + 12 > bytes.length) return bytes.length;
    at += isWide ? 12 + view.getUint32(at + 8, true) : 8 + view.getUint16(at + 6, true);
  }
  return Math.min(at, bytes.length);
}

/**
 * Returns the elements of a file; null if it has none. Of a file in another transfer syntax these are those of the file
 * meta information.
 */
export function parseDicom(bytes: Uint8Array): DicomFile | null {
  const reader = new Reader(bytes);
  const { from, explicit } = openingOf(bytes);
  const at = explicit ? metaEnd(bytes, from) : from;
  const meta = reader.item(from, at, true);
  const syntax = meta === null ? null : dicomText(meta, TRANSFER_SYNTAX);
  const isKnown = syntax === null || dicomSyntaxes.includes(syntax);
  const body = isKnown ? reader.item(at, bytes.length, explicit && syntax !== IMPLICIT) : null;
  if (meta === null && body === null) return null;
  const set: DicomItem = {
    bytes: (tag) => body?.bytes(tag) ?? meta?.bytes(tag) ?? null,
    items: (tag) => body?.items(tag) ?? [],
  };
  return { set, flaws: () => reader.flaws() };
}

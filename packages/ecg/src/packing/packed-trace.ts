/**
 * Defines the packed form of TraceData.dat, in which a recording is stored.
 *
 *     16 bytes            "HNPACKED", version (16 bits), bytes of the header (16 bits), 4 bytes 0
 *     header              the header of TraceData.dat, unchanged
 *     blocks              tile 0 of every lead, tile 1 of every lead, … (`block-code.ts`)
 *     index               16 bits for each block: its number of words; filled to whole words
 *
 * So a tile of raw samples is one range of bytes, as at every other level of the pyramid. The positions follow from the
 * index, which is read once.
 *
 * Invariant: unpacking gives the bytes of TraceData.dat.
 */
import { tileSamples } from '../pyramid/layout.ts';
import { packBlock } from './packed-block.ts';

const MAGIC = 'HNPACKED';
const VERSION = 1;
/** Bytes before the header. */
export const prefixBytes = 16;

/** The positions of the parts of a stored trace, and its length, in bytes. */
export interface PackedPlaces {
  readonly header_bytes: number;
  readonly index_start: number;
  readonly file_bytes: number;
}

function prefixOf(headerBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(prefixBytes);
  new TextEncoder().encode(MAGIC).forEach((byte, i) => (bytes[i] = byte));
  const view = new DataView(bytes.buffer);
  view.setUint16(8, VERSION, true);
  view.setUint16(10, headerBytes, true);
  return bytes;
}

/** Packs a trace as its frames arrive, with memory for one tile of each lead. */
export class TracePacker {
  readonly #leads: number;
  readonly #samples: number;
  readonly #header: Uint8Array;
  readonly #sink: (bytes: Uint8Array) => void;
  readonly #tiles: readonly Int16Array[];
  readonly #words: number[] = [];
  /** Values in the tiles, of all leads, and in the whole trace. */
  #filled = 0;
  #taken = 0;
  #bytes = 0;

  /** `header`: the bytes of the header of TraceData.dat. `sink` receives the packed bytes in order. */
  constructor(
    { leads, samples }: { readonly leads: number; readonly samples: number },
    header: Uint8Array,
    sink: (bytes: Uint8Array) => void,
  ) {
    this.#leads = leads;
    this.#samples = samples;
    this.#header = header;
    this.#sink = sink;
    this.#tiles = Array.from({ length: leads }, () => new Int16Array(tileSamples));
    this.#put(prefixOf(header.length));
    this.#put(header);
  }

  #put(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#sink(bytes);
  }

  /** Takes the next int16 values of the frames, any number of them. Throws a RangeError past the end. */
  push(values: Int16Array): void {
    this.#taken += values.length;
    if (this.#taken > this.#leads * this.#samples) throw new RangeError('more values than the recording has');
    const full = this.#leads * tileSamples;
    for (let from = 0; from < values.length;) {
      const part = values.subarray(from, from + full - this.#filled);
      this.#place(part);
      from += part.length;
      if (this.#filled === full) this.#pack();
    }
  }

  /** Copies values, which may begin and end within a frame, to the tiles of their leads. */
  #place(values: Int16Array): void {
    const leads = this.#leads;
    if (leads === 1) this.#tiles[0]?.set(values, this.#filled);
    else
      for (let n = 0; n < leads; n++) {
        const tile = this.#tiles[(this.#filled + n) % leads] ?? new Int16Array();
        let to = Math.floor((this.#filled + n) / leads);
        for (let at = n; at < values.length; at += leads) tile[to++] = values[at] ?? 0;
      }
    this.#filled += values.length;
  }

  #pack(): void {
    const count = this.#filled / this.#leads;
    for (const tile of this.#tiles) {
      const block = packBlock(tile.subarray(0, count));
      this.#words.push(block.length / 4);
      this.#put(block);
    }
    this.#filled = 0;
  }

  /** Writes the rest. Throws a RangeError if frames are missing. */
  finish(): PackedPlaces {
    if (this.#taken !== this.#leads * this.#samples)
      throw new RangeError('fewer values than the recording has');
    if (this.#filled > 0) this.#pack();
    const index_start = this.#bytes;
    const index = new Uint8Array(4 * Math.ceil(this.#words.length / 2));
    new Uint16Array(index.buffer).set(this.#words);
    this.#put(index);
    return { header_bytes: this.#header.length, index_start, file_bytes: this.#bytes };
  }
}

/** The faults of a packed trace, apart from those of its blocks. */
export type PackedFault = 'start' | 'version' | 'index';

/**
 * Returns where each block begins, and at the end where the last one ends. `head`: the bytes before the header; `index`:
 * those from `index_start` to the end of the file.
 */
export function readPackedIndex(
  head: Uint8Array,
  index: Uint8Array,
  { header_bytes, index_start, file_bytes }: PackedPlaces,
):
  | { readonly ok: true; readonly starts: Float64Array }
  | { readonly ok: false; readonly fault: PackedFault } {
  const expected = prefixOf(header_bytes);
  if (head.length !== prefixBytes || expected.some((byte, i) => i < MAGIC.length && head[i] !== byte))
    return { ok: false, fault: 'start' };
  if (expected.some((byte, i) => head[i] !== byte)) return { ok: false, fault: 'version' };
  const blocks = Math.floor(index.length / 2);
  const starts = new Float64Array(blocks + 1);
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  let at = prefixBytes + header_bytes;
  for (let block = 0; block < blocks; block++) {
    starts[block] = at;
    at += 4 * view.getUint16(2 * block, true);
  }
  starts[blocks] = at;
  const isWhole = at === index_start && index_start + index.length === file_bytes;
  return isWhole ? { ok: true, starts } : { ok: false, fault: 'index' };
}

// Decodes SCP-ECG's packed numbers: the Huffman codes of section 2 and the differences they encode. Source: ISO
// 11073-91064 (EN 1064), 5.5 and annex C.

/** Number of tables in section 2 that means the standard's own table. */
export const DEFAULT_TABLE = 19_999;

export interface HuffmanCode {
  /** Bits of the prefix, first bit lowest. */
  readonly prefix_bits: number;
  readonly prefix: number;
  /** Bits of the number that follow the prefix; 0 if the code means `value`. */
  readonly raw_bits: number;
  readonly value: number;
}

function bitsReversed(value: number, bits: number): number {
  let out = 0;
  for (let i = 0; i < bits; i++) out = (out << 1) | ((value >>> i) & 1);
  return out >>> 0;
}

/** The standard's table: short codes for 0 to ±8, then numbers of 8 and 16 bits. */
export const defaultCodes: readonly HuffmanCode[] = [
  { prefix_bits: 1, prefix: 0, raw_bits: 0, value: 0 },
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((step) => {
    const bits = step + 2;
    const high = 2 ** bits - 4;
    return [
      { prefix_bits: bits, prefix: bitsReversed(high, bits), raw_bits: 0, value: step },
      { prefix_bits: bits, prefix: bitsReversed(high + 1, bits), raw_bits: 0, value: -step },
    ];
  }),
  { prefix_bits: 10, prefix: bitsReversed(0b1111111110, 10), raw_bits: 8, value: 0 },
  { prefix_bits: 10, prefix: bitsReversed(0b1111111111, 10), raw_bits: 16, value: 0 },
];

interface Node {
  zero: Node | null;
  one: Node | null;
  code: HuffmanCode | null;
}

/** Builds a tree of codes; null if one code is a prefix of another, which makes numbers ambiguous. */
export function huffmanTree(codes: readonly HuffmanCode[]): Node | null {
  const root: Node = { zero: null, one: null, code: null };
  for (const code of codes) {
    if (code.prefix_bits < 1 || code.prefix_bits > 32 || code.raw_bits < 0 || code.raw_bits > 24) return null;
    let node = root;
    for (let i = 0; i < code.prefix_bits; i++) {
      if (node.code !== null) return null;
      const isOne = ((code.prefix >>> i) & 1) === 1;
      const next: Node = (isOne ? node.one : node.zero) ?? { zero: null, one: null, code: null };
      if (isOne) node.one = next;
      else node.zero = next;
      node = next;
    }
    if (node.code !== null || node.zero !== null || node.one !== null) return null;
    node.code = code;
  }
  return root;
}

/**
 * Reads `count` numbers, highest bit of each byte first. Null if the bytes end early or contain an unknown code, or, if no
 * checksum was `verified`, if more of them are left than fill a word.
 */
export function readHuffman(
  bytes: Uint8Array,
  root: Node,
  count: number,
  verified = true,
): Int32Array | null {
  const out = new Int32Array(Math.min(count, bytes.length * 8));
  if (out.length < count) return null;
  const total = bytes.length * 8;
  let at = 0;
  const bit = () => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at++;
    return value;
  };
  for (let n = 0; n < count; n++) {
    let node: Node | null = root;
    while (node !== null && node.code === null && at < total) node = bit() === 1 ? node.one : node.zero;
    const code: HuffmanCode | null = node?.code ?? null;
    if (code === null || at + code.raw_bits > total) return null;
    let value = 0;
    for (let i = 0; i < code.raw_bits; i++) value = (value << 1) | bit();
    out[n] = code.raw_bits === 0 ? code.value : (value << (32 - code.raw_bits)) >> (32 - code.raw_bits);
  }
  if (!verified && total - at >= 32) return null;
  return out;
}

/** Reverts first or second differences in place; the first one or two numbers are absolute. */
export function undoDifferences(values: Int32Array, order: number): void {
  for (let i = order; i < values.length; i++) {
    const before = values[i - 1] ?? 0;
    const slope = order === 2 ? before - (values[i - 2] ?? 0) : 0;
    values[i] = (values[i] ?? 0) + before + slope;
  }
}

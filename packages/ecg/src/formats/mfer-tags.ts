// Parses the elements of an MFER file: tag, length, value. Source: ISO/TS 11073-92001 (ISO 22077-1), encoding rules.
//
// A length of more than 127 has one byte with the number of its bytes, then these, the highest first. Some writers of
// little-endian files put the lowest first: that is tried where the other does not fit the file.

export const mferTag = {
  zero: 0x00,
  byte_order: 0x01,
  characters: 0x03,
  block: 0x04,
  channels: 0x05,
  sequences: 0x06,
  pointer: 0x07,
  wave_form: 0x08,
  lead: 0x09,
  data_type: 0x0a,
  interval: 0x0b,
  resolution: 0x0c,
  offset: 0x0d,
  compression: 0x0e,
  missing: 0x12,
  comment: 0x16,
  wave: 0x1e,
  channel: 0x3f,
  preamble: 0x40,
  event: 0x41,
  end: 0x80,
  time: 0x85,
} as const;

export interface MferElement {
  readonly tag: number;
  /** The channel of a channel attribute, counted from 0; −1 otherwise. */
  readonly channel: number;
  /** Places of the value, relative to the given bytes; the end may be behind them. */
  readonly from: number;
  readonly to: number;
}

/** Most bytes of a tag, a channel number and a length together. */
export const mferHeadBytes = 16;

/** Reads a number of up to four bytes. */
export function mferNumber(bytes: Uint8Array, little: boolean, signed = false): number {
  const ordered = little ? [...bytes].reverse() : [...bytes];
  const value = ordered.reduce((sum, byte) => 256 * sum + byte, 0);
  const top = 256 ** bytes.length;
  return signed && bytes.length > 0 && value >= top / 2 ? value - top : value;
}

/** Returns where the value ends; null if the length is no number or is longer than the file. */
function endOf(
  bytes: Uint8Array,
  at: number,
  left: number,
  little: boolean,
): { from: number; to: number } | null {
  const first = bytes[at];
  if (first === undefined) return null;
  if (first < 128) return { from: at + 1, to: at + 1 + first };
  const count = first & 127;
  // A length of 128 is not stated: the value ends at an element 0 of length 0.
  if (count === 0) return { from: at + 1, to: Number.POSITIVE_INFINITY };
  if (count > 8 || at + 1 + count > bytes.length) return null;
  const from = at + 1 + count;
  const digits = bytes.subarray(at + 1, from);
  const [length, other] = [mferNumber(digits, false), mferNumber(digits, true)];
  const isOther = little && from + length > left && from + other <= left;
  return { from, to: from + (isOther ? other : length) };
}

/**
 * Reads the element at a place, of which the file has `left` bytes from the first of `bytes` on. Null if there is none.
 */
export function mferElement(
  bytes: Uint8Array,
  at: number,
  left: number,
  little: boolean,
): MferElement | null {
  const tag = bytes[at];
  if (tag === undefined) return null;
  let next = at + 1;
  let channel = -1;
  // Five bits of 1 are followed by a number of 7 bits a byte, of which all but the last have bit 7 set.
  if ((tag & 31) === 31) {
    channel = 0;
    for (let more = true; more; next++) {
      const byte = bytes[next];
      if (byte === undefined || channel > 65_535) return null;
      channel = channel * 128 + (byte & 127);
      more = byte > 127;
    }
  }
  const place = endOf(bytes, next, left, little);
  return place === null ? null : { tag, channel: tag === mferTag.channel ? channel : -1, ...place };
}

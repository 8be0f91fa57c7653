// Defines the bit layouts of WFDB signal files, one row per format. Source: WFDB manual, signal(5).
//
// A format packs `samples` samples in `bytes` bytes; a file is a sequence of such groups. The lowest number of a format
// means "no valid sample" (except in format 8, which stores differences and has no such mark).

export interface SampleCode {
  readonly samples: number;
  readonly bytes: number;
  readonly bits: number;
  /** Bits from one sample of a group to the next, if they are more. */
  readonly spaced_bits?: number;
  /** Returns sample `i` of the group that starts at byte `at`; bytes past the end read as zero. */
  readonly get: (bytes: Uint8Array, at: number, i: number) => number;
  /** Writes sample `i`, already within the format's range, into zeroed bytes. */
  readonly put: (bytes: Uint8Array, at: number, i: number, value: number) => void;
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

function or(bytes: Uint8Array, at: number, bits: number): void {
  bytes[at] = byteAt(bytes, at) | (bits & 0xff);
}

function word(bytes: Uint8Array, at: number): number {
  return byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8);
}

function orWord(bytes: Uint8Array, at: number, bits: number): void {
  or(bytes, at, bits);
  or(bytes, at + 1, bits >> 8);
}

function signed(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits);
}

const differences: SampleCode = {
  samples: 1,
  bytes: 1,
  bits: 8,
  get: (bytes, at) => signed(byteAt(bytes, at), 8),
  put: (bytes, at, _i, value) => or(bytes, at, value),
};

const sixteen: SampleCode = {
  samples: 1,
  bytes: 2,
  bits: 16,
  get: (bytes, at) => signed(word(bytes, at), 16),
  put: (bytes, at, _i, value) => orWord(bytes, at, value),
};

const twentyFour: SampleCode = {
  samples: 1,
  bytes: 3,
  bits: 24,
  get: (bytes, at) => signed(word(bytes, at) | (byteAt(bytes, at + 2) << 16), 24),
  put: (bytes, at, _i, value) => {
    orWord(bytes, at, value);
    or(bytes, at + 2, value >> 16);
  },
};

const thirtyTwo: SampleCode = {
  samples: 1,
  bytes: 4,
  bits: 32,
  get: (bytes, at) => word(bytes, at) | (word(bytes, at + 2) << 16),
  put: (bytes, at, _i, value) => {
    orWord(bytes, at, value);
    orWord(bytes, at + 2, value >> 16);
  },
};

const offsetBinary8: SampleCode = {
  samples: 1,
  bytes: 1,
  bits: 8,
  get: (bytes, at) => byteAt(bytes, at) - 128,
  put: (bytes, at, _i, value) => or(bytes, at, value + 128),
};

/** Two 12-bit samples in three bytes: the middle byte contains the high nibbles of both. */
const twelveBitPair: SampleCode = {
  samples: 2,
  bytes: 3,
  bits: 12,
  get: (bytes, at, i) => {
    const middle = byteAt(bytes, at + 1);
    const value =
      i === 0 ? byteAt(bytes, at) | (middle << 8) : byteAt(bytes, at + 2) | ((middle & 0xf0) << 4);
    return signed(value & 0xfff, 12);
  },
  put: (bytes, at, i, value) => {
    or(bytes, at + 2 * i, value);
    or(bytes, at + 1, ((value >> 8) & 0xf) << (4 * i));
  },
};

/** Three 10-bit samples in two words: two in bits 1 to 10, the third split over the words' top five bits. */
const tenBitSplit: SampleCode = {
  samples: 3,
  bytes: 4,
  bits: 10,
  spaced_bits: 16,
  get: (bytes, at, i) => {
    if (i < 2) return signed((word(bytes, at + 2 * i) >> 1) & 0x3ff, 10);
    return signed((word(bytes, at) >> 11) | ((word(bytes, at + 2) >> 11) << 5), 10);
  },
  put: (bytes, at, i, value) => {
    if (i < 2) return orWord(bytes, at + 2 * i, (value & 0x3ff) << 1);
    orWord(bytes, at, (value & 0x1f) << 11);
    orWord(bytes, at + 2, ((value >> 5) & 0x1f) << 11);
  },
};

/** Three 10-bit samples one after the other in the low 30 bits of a 32-bit number. */
const tenBitRow: SampleCode = {
  samples: 3,
  bytes: 4,
  bits: 10,
  get: (bytes, at, i) => signed((thirtyTwo.get(bytes, at, 0) >> (10 * i)) & 0x3ff, 10),
  put: (bytes, at, i, value) => thirtyTwo.put(bytes, at, 0, (value & 0x3ff) << (10 * i)),
};

const codes = new Map<number, SampleCode>([
  [8, differences],
  [16, sixteen],
  [24, twentyFour],
  [32, thirtyTwo],
  [80, offsetBinary8],
  [212, twelveBitPair],
  [310, tenBitSplit],
  [311, tenBitRow],
]);

export const wfdbFormats: readonly number[] = [...codes.keys()];

/** Returns the layout of a WFDB format number, or undefined if it is not supported. */
export function sampleCode(format: number): SampleCode | undefined {
  return codes.get(format);
}

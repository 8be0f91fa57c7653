/**
 * Decodes and encodes the character sets that HL7 messages use (MSH-18). Decoding uses the runtime's decoders. The
 * runtime has no encoders except for UTF-8, so the tables for encoding are made by decoding every code once; what is
 * encoded is therefore decoded to the same text.
 *
 * Invariant: a character that a set does not have is returned by name and never replaced by another character.
 */
import { hl7Charsets, type Hl7Charset as Charset } from '@rhythmdesk/domain/integration/hl7-settings';

/** Other words that senders write for the same set. */
const otherWords: Readonly<Record<string, Charset>> = {
  'UTF-8': 'UNICODE UTF-8',
  UTF8: 'UNICODE UTF-8',
  UNICODE: 'UNICODE UTF-8',
  'ISO IR14': 'ISO IR87',
  'ISO IR13': 'ISO IR87',
  'ISO-2022-JP': 'ISO IR87',
  'GB 18030': 'GB 18030-2000',
  GB18030: 'GB 18030-2000',
  'EUC-KR': 'KS X 1001',
  'KS_C_5601-1987': 'KS X 1001',
  'ISO-8859-1': '8859/1',
  'ISO IR6': 'ASCII',
  'US-ASCII': 'ASCII',
};

/** Returns the set of a repeated MSH-18, of which the last word counts; null for an unknown one. */
export function charsetNamed(field: string, repetition = '~'): Charset | null {
  const word = field
    .split(repetition)
    .map((each) => each.trim().toUpperCase())
    .findLast((each) => each !== '');
  return hl7Charsets.find((each) => each === word) ?? otherWords[word ?? ''] ?? null;
}

const decoderNames = {
  'UNICODE UTF-8': 'utf-8',
  'ISO IR87': 'iso-2022-jp',
  'GB 18030-2000': 'gb18030',
  'KS X 1001': 'euc-kr',
} as const;

/** Returns null for bytes that the set does not define. */
export function decodeText(charset: Charset, bytes: Uint8Array): string | null {
  if (charset === '8859/1') return Buffer.from(bytes).toString('latin1');
  if (charset === 'ASCII') {
    return bytes.some((byte) => byte > 0x7f) ? null : Buffer.from(bytes).toString('latin1');
  }
  try {
    return new TextDecoder(decoderNames[charset], { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The codes of a set by character; a code is its bytes as one number. */
type Codes = ReadonlyMap<string, number>;

/** Adds the characters of all double bytes in these ranges, each first code only. */
function doubleBytes(
  name: string,
  [from, to]: readonly [number, number],
  wrap: (pair: number[]) => number[],
): Codes {
  const decoder = new TextDecoder(name);
  const codes = new Map<string, number>();
  for (let high = from; high <= to; high += 1) {
    for (let low = from; low <= to; low += 1) {
      const text = decoder.decode(Uint8Array.from(wrap([high, low])));
      if (Array.from(text).length === 1 && text !== '\ufffd' && !codes.has(text))
        codes.set(text, high * 256 + low);
    }
  }
  return codes;
}

const toKanji = [0x1b, 0x24, 0x42];
const toAscii = [0x1b, 0x28, 0x42];

function koreanCodes(): Codes {
  return doubleBytes('euc-kr', [0xa1, 0xfe], (pair) => pair);
}

function japaneseCodes(): Codes {
  return doubleBytes('iso-2022-jp', [0x21, 0x7e], (pair) => [...toKanji, ...pair, ...toAscii]);
}

/** The four bytes of a position in GB 18030's linear order. */
function fourBytes(position: number): number[] {
  const last = position % 10;
  const third = Math.floor(position / 10) % 126;
  const second = Math.floor(position / 1260) % 10;
  return [0x81 + Math.floor(position / 12_600), 0x30 + second, 0x81 + third, 0x30 + last];
}

const numberOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const bytesOf = (code: number): number[] => {
  const bytes: number[] = [];
  for (let rest = code; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
};

/** The two-byte codes, then the four-byte codes of the characters that have none. */
function chineseCodes(): Codes {
  const decoder = new TextDecoder('gb18030');
  const codes = new Map<string, number>();
  const add = (bytes: number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && text !== '\ufffd' && !codes.has(text))
      codes.set(text, numberOf(bytes));
  };
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) add([high, low]);
  }
  for (let position = 0; position < 39_420; position += 1) add(fourBytes(position));
  return codes;
}

/** Made at the first use of a set. */
const made = new Map<Charset, Codes>();
function codesOf(charset: 'ISO IR87' | 'GB 18030-2000' | 'KS X 1001'): Codes {
  const makers = { 'ISO IR87': japaneseCodes, 'GB 18030-2000': chineseCodes, 'KS X 1001': koreanCodes };
  const codes = made.get(charset) ?? makers[charset]();
  made.set(charset, codes);
  return codes;
}

/** Characters outside of the basic plane follow a rule in GB 18030. */
const firstOfPlanes = 189_000;

/**
 * The runtime decodes some characters of a set to the code point that Windows uses. Other systems type the one of the
 * standard: the wave dash of a Mac is U+301C, of Windows U+FF5E. Both are the same character of the set.
 */
const otherForms: Readonly<Partial<Record<Charset, Readonly<Record<string, string>>>>> = {
  'ISO IR87': {
    ...{ '\u301c': '\uff5e', '\u2212': '\uff0d', '\u2014': '\u2015', '\u2016': '\u2225', '\u203e': '\uffe3' },
    ...{ '\u00a2': '\uffe0', '\u00a3': '\uffe1', '\u00ac': '\uffe2', '\u00a5': '\uffe5' },
  },
  'KS X 1001': {
    ...{ '\u301c': '\u223c', '\u2014': '\u2015', '\u2016': '\u2225' },
    ...{ '\u00a2': '\uffe0', '\u00a3': '\uffe1', '\u00ac': '\uffe2', '\u00a5': '\uffe5' },
  },
};

function codeOf(charset: Charset, character: string): number | undefined {
  const point = character.codePointAt(0) ?? 0;
  if (charset === 'ASCII' || charset === 'UNICODE UTF-8') return undefined;
  if (charset === '8859/1') return point <= 0xff ? point : undefined;
  if (charset === 'GB 18030-2000' && point >= 0x10000)
    return numberOf(fourBytes(firstOfPlanes + point - 0x10000));
  const codes = codesOf(charset);
  return codes.get(character) ?? codes.get(otherForms[charset]?.[character] ?? '');
}

export type Encoded = { readonly bytes: Buffer } | { readonly missing: readonly string[] };

/** Half-width katakana are no characters of ISO IR87; their full-width forms are the same letters. */
const halfWidth = /[\uff61-\uff9f]+/g;

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

export function encodeText(charset: Charset, text: string): Encoded {
  if (charset === 'UNICODE UTF-8') return { bytes: Buffer.from(text) };
  if (isAscii(text)) return { bytes: Buffer.from(text, 'latin1') };
  const isShifted = charset === 'ISO IR87';
  const bytes: number[] = [];
  const missing = new Set<string>();
  let inKanji = false;
  for (const character of isShifted ? text.replaceAll(halfWidth, (kana) => kana.normalize('NFKC')) : text) {
    const ascii = character <= '\x7f';
    const code = ascii ? character.charCodeAt(0) : codeOf(charset, character);
    if (code === undefined) missing.add(character);
    else {
      if (isShifted && inKanji === ascii) bytes.push(...(ascii ? toAscii : toKanji));
      inKanji = !ascii;
      bytes.push(...(code === 0 ? [0] : bytesOf(code)));
    }
  }
  if (missing.size > 0) return { missing: [...missing] };
  if (isShifted && inKanji) bytes.push(...toAscii);
  return { bytes: Buffer.from(bytes) };
}

/** Names characters for people: the character and its number in Unicode. */
export const namesOf = (characters: readonly string[]): string =>
  characters
    .slice(0, 20)
    .map((each) => `${each} (U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`)
    .join(', ');

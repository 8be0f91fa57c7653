// Defines the labels of beats: the product's six classes and their mapping from WFDB's annotation codes.
//
// The classes are those of ANSI/AAMI EC57:2012 (N, S, V, F, Q) with paced beats separate: EC57 counts `/` and `f` as Q,
// but a reader wants to see them as paced. `Q` is shown as "?" (unclear). Codes and mnemonics: WFDB `ecgcodes.h`; the
// mapping of codes to classes: EC57 4.2 as in WFDB's `ammap`.

export const beatClasses = ['N', 'S', 'V', 'F', 'P', 'Q'] as const;
export type BeatClass = (typeof beatClasses)[number];

export interface BeatLabel {
  /** The letter shown on the strip. */
  readonly letter: string;
  /** The class as which EC57 scores this beat. */
  readonly aami: 'N' | 'S' | 'V' | 'F' | 'Q';
  /** The WFDB code written for this class. */
  readonly wfdb_code: number;
  /** The number of this class in compact beat files; never changes. */
  readonly byte: number;
}

export const beatLabels = {
  N: { letter: 'N', aami: 'N', wfdb_code: 1, byte: 1 },
  S: { letter: 'S', aami: 'S', wfdb_code: 9, byte: 2 },
  V: { letter: 'V', aami: 'V', wfdb_code: 5, byte: 3 },
  F: { letter: 'F', aami: 'F', wfdb_code: 6, byte: 4 },
  P: { letter: 'P', aami: 'Q', wfdb_code: 12, byte: 5 },
  Q: { letter: '?', aami: 'Q', wfdb_code: 13, byte: 6 },
} as const satisfies Record<BeatClass, BeatLabel>;

const classOfByte = new Map<number, BeatClass>(beatClasses.map((key) => [beatLabels[key].byte, key]));

/** Returns the class of a number in a compact beat file, or undefined if it is unknown. */
export function beatClassFromByte(byte: number): BeatClass | undefined {
  return classOfByte.get(byte);
}

interface WfdbCode {
  readonly code: number;
  readonly mnemonic: string;
  /** The beat's class; undefined for annotations that are not beats. */
  readonly beat?: BeatClass;
}

/** Every annotation code that WFDB defines (0 "not a QRS" and the pseudo-codes 59 to 63 are not annotations). */
export const wfdbCodes: readonly WfdbCode[] = [
  { code: 1, mnemonic: 'N', beat: 'N' },
  { code: 2, mnemonic: 'L', beat: 'N' },
  { code: 3, mnemonic: 'R', beat: 'N' },
  { code: 4, mnemonic: 'a', beat: 'S' },
  { code: 5, mnemonic: 'V', beat: 'V' },
  { code: 6, mnemonic: 'F', beat: 'F' },
  { code: 7, mnemonic: 'J', beat: 'S' },
  { code: 8, mnemonic: 'A', beat: 'S' },
  { code: 9, mnemonic: 'S', beat: 'S' },
  { code: 10, mnemonic: 'E', beat: 'V' },
  { code: 11, mnemonic: 'j', beat: 'N' },
  { code: 12, mnemonic: '/', beat: 'P' },
  { code: 13, mnemonic: 'Q', beat: 'Q' },
  { code: 14, mnemonic: '~' },
  { code: 16, mnemonic: '|' },
  { code: 18, mnemonic: 's' },
  { code: 19, mnemonic: 'T' },
  { code: 20, mnemonic: '*' },
  { code: 21, mnemonic: 'D' },
  { code: 22, mnemonic: '"' },
  { code: 23, mnemonic: '=' },
  { code: 24, mnemonic: 'p' },
  { code: 25, mnemonic: 'B', beat: 'N' },
  { code: 26, mnemonic: '^' },
  { code: 27, mnemonic: 't' },
  { code: 28, mnemonic: '+' },
  { code: 29, mnemonic: 'u' },
  { code: 30, mnemonic: '?', beat: 'Q' },
  { code: 31, mnemonic: '!' },
  { code: 32, mnemonic: '[' },
  { code: 33, mnemonic: ']' },
  { code: 34, mnemonic: 'e', beat: 'N' },
  { code: 35, mnemonic: 'n', beat: 'N' },
  { code: 36, mnemonic: '@' },
  { code: 37, mnemonic: 'x' },
  { code: 38, mnemonic: 'f', beat: 'P' },
  { code: 39, mnemonic: '(' },
  { code: 40, mnemonic: ')' },
  { code: 41, mnemonic: 'r', beat: 'V' },
];

/** WFDB codes of annotations that are not beats but are used by name here. */
export const wfdbMark = {
  noise: 14,
  note: 22,
  rhythm: 28,
  flutter_wave: 31,
  flutter_on: 32,
  flutter_off: 33,
} as const;

const byCode = new Map(wfdbCodes.map((entry) => [entry.code, entry]));
const byMnemonic = new Map(wfdbCodes.map((entry) => [entry.mnemonic, entry]));

/** Returns the class of a WFDB annotation code, or undefined if the annotation is not a beat. */
export function beatClassFromWfdb(code: number): BeatClass | undefined {
  return byCode.get(code)?.beat;
}

/** Returns WFDB's one-letter mnemonic of a code, or undefined if WFDB does not define the code. */
export function wfdbMnemonic(code: number): string | undefined {
  return byCode.get(code)?.mnemonic;
}

/** Returns the code of a WFDB mnemonic such as `V`, or undefined. */
export function wfdbCodeFromMnemonic(mnemonic: string): number | undefined {
  return byMnemonic.get(mnemonic)?.code;
}

/**
 * Serialises the fields of a chained row into the text that is hashed: a version word, the previous hash, then each
 * field in a fixed order as its length in code points, a colon and its text. Null is `-`. Two different rows never
 * serialise to the same text, and the format does not depend on a library. The database function `history_field`
 * implements the same format.
 */
const surrogate = /[\uD800-\uDFFF]/;

type ChainedField = string | number | null;

/** Lower-case hexadecimal. */
export type HexHash = (text: string) => string;

/** The hash before a chain's first row. */
export const firstPreviousHash = '0'.repeat(64);

/** Returns the length in code points, which is how the database counts. */
export const codePoints = (text: string): number =>
  surrogate.test(text) ? Array.from(text).length : text.length;

function fieldText(value: ChainedField, lengthOf: (text: string) => number = codePoints): string {
  if (value === null) return '-';
  const text = String(value);
  return `${String(lengthOf(text))}:${text}`;
}

export function chainedText(
  word: string,
  fields: readonly ChainedField[],
  lengthOf?: (text: string) => number,
): string {
  return [word, ...fields.map((value) => fieldText(value, lengthOf))].join('|');
}

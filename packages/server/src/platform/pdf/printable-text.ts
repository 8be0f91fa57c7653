/** Replaces characters that the product's fonts cannot show with `〓`, the printer's mark for a missing character. */
import type { Coverage } from './font-coverage.ts';

export const missingMark = '〓';

/** Spaces and characters that only affect their neighbours have no glyph and need none. */
const needsNoShape = /[\n\r\t\p{Zs}\p{Default_Ignorable_Code_Point}]/u;

/** Applies `change` to every string value of a JSON document; field names stay unchanged. */
export const mapStrings = (json: string, change: (text: string) => string): string =>
  JSON.stringify(
    JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? change(value) : value)),
  );

/** Returns whether any of the fonts has a glyph for the character. */
const isShown = (sign: string, fonts: readonly Coverage[]): boolean =>
  needsNoShape.test(sign) || fonts.some((font) => font.has(sign.codePointAt(0) ?? 0));

/** Replaces each character that none of the fonts has. */
export const withShapes = (text: string, fonts: readonly Coverage[]): string =>
  Array.from(text, (sign) => (isShown(sign, fonts) ? sign : missingMark)).join('');

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Replaces each grapheme (such as a letter with its accents) that no single font contains completely. */
export const withWholeShapes = (text: string, fonts: readonly Coverage[]): string =>
  Array.from(graphemes.segment(text), ({ segment }) =>
    fonts.some((font) => Array.from(segment).every((sign) => isShown(sign, [font]))) ? segment : missingMark,
  ).join('');

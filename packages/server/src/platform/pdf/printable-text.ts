/** What of a text our fonts can show; the rest gives way to `〓`, the printer's mark for a missing sign. */
import type { Coverage } from './font-coverage.ts';

export const missingMark = '〓';

/** Spaces and what only shapes its neighbours have no shape of their own and need none. */
const needsNoShape = /[\n\r\t\p{Zs}\p{Default_Ignorable_Code_Point}]/u;

/** Every string of a JSON document, changed; names of fields stay. */
export const mapStrings = (json: string, change: (text: string) => string): string =>
  JSON.stringify(
    JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? change(value) : value)),
  );

/** Whether a sign has a shape in any of the fonts. */
const isShown = (sign: string, fonts: readonly Coverage[]): boolean =>
  needsNoShape.test(sign) || fonts.some((font) => font.has(sign.codePointAt(0) ?? 0));

/** Each sign that none of the fonts has is a mark. */
export const withShapes = (text: string, fonts: readonly Coverage[]): string =>
  Array.from(text, (sign) => (isShown(sign, fonts) ? sign : missingMark)).join('');

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Signs that are drawn as one, a letter with its accents, are a mark where no font has all of them. */
export const withWholeShapes = (text: string, fonts: readonly Coverage[]): string =>
  Array.from(graphemes.segment(text), ({ segment }) =>
    fonts.some((font) => Array.from(segment).every((sign) => isShown(sign, [font]))) ? segment : missingMark,
  ).join('');

/**
 * Knows which characters the product's fonts can print, and which family prints a word. A family is read when the first
 * text needs it: Japanese, Korean, Chinese and English need only the first three.
 */
import { type Coverage, readCoverage } from './font-coverage.ts';
import { allFamilies, fontFamilies, fontFile, type FontFamily, furtherFamilies } from './font-files.ts';

/** The printer's mark for a character that the product's fonts cannot show. */
export const missingMark = '〓';

/** Spaces and characters that only affect their neighbours have no glyph and need none. */
const needsNoShape = /[\n\r\t\p{Zs}\p{Default_Ignorable_Code_Point}]/u;

const coverages = new Map<FontFamily, Coverage>();

/** Both weights of a family have the same characters (font-coverage.test.ts). */
function coverageOf(family: FontFamily): Coverage {
  const known = coverages.get(family);
  if (known !== undefined) return known;
  const read = readCoverage(fontFile(family, '400Regular'));
  coverages.set(family, read);
  return read;
}

/** Some fonts have a glyph for them, but PDF/A forbids them as text. */
const isForbidden = /[\p{Cc}\uFFFE]/u;

const isShown = (sign: string, family: FontFamily): boolean =>
  needsNoShape.test(sign) || (!isForbidden.test(sign) && coverageOf(family).has(sign.codePointAt(0) ?? 0));

const isWhole = (text: string, family: FontFamily): boolean =>
  Array.from(text).every((sign) => isShown(sign, family));

const baseFamilies: readonly FontFamily[] = Object.values(fontFamilies);

/** Returns whether the families of the product's languages have every character of the text. */
export const isPlain = (text: string): boolean =>
  Array.from(text).every((sign) => baseFamilies.some((family) => isShown(sign, family)));

/** Returns the first further family that has every character of a word. */
export const furtherFamilyOf = (word: string): FontFamily | undefined =>
  furtherFamilies.find((family) => isWhole(word, family));

const isPrintable = (grapheme: string): boolean =>
  baseFamilies.some((family) => isWhole(grapheme, family)) || furtherFamilyOf(grapheme) !== undefined;

/**
 * Composes letters and their marks, and removes marks of byte order, which PDF/A forbids. Ideographs stay as they are, because composition would replace variants that a
 * person writes in a name.
 */
const composed = (text: string): string =>
  text.replaceAll('\uFEFF', '').replaceAll(/\P{Script=Han}+/gu, (part) => part.normalize('NFC'));

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
export const isAscii = (text: string): boolean => /^[\n\r\t\x20-\x7e]*$/.test(text);

/** Returns each grapheme, such as a letter with its accents, that no single family has completely; each once. */
export function unprintableIn(text: string): string[] {
  if (isAscii(text)) return [];
  const parts = Array.from(graphemes.segment(composed(text)), ({ segment }) => segment);
  return [...new Set(parts)].filter((one) => !isPrintable(one));
}

/** Returns the text composed, with the mark in place of what cannot be printed. */
export function printable(text: string): string {
  if (isAscii(text)) return text;
  return Array.from(graphemes.segment(composed(text)), ({ segment }) =>
    isPrintable(segment) ? segment : missingMark,
  ).join('');
}

/** Returns a text for a drawing, which has one family for all of it: the first that has the most of its characters. */
export function textInOneFamily(text: string): { readonly text: string; readonly family: string } {
  const signs = Array.from(composed(text));
  const shownBy = (family: FontFamily): number => signs.filter((sign) => isShown(sign, family)).length;
  let family: FontFamily = fontFamilies.ja;
  if (!isAscii(text)) for (const one of allFamilies) if (shownBy(one) > shownBy(family)) family = one;
  const shown = signs.map((sign) => (isShown(sign, family) ? sign : missingMark)).join('');
  return { text: shown, family: family.name };
}

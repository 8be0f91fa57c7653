/**
 * Fits the texts of a document to the product's fonts: what no font has becomes a mark, a word that needs another font
 * is set in it completely, and a text from right to left keeps its neighbours in their order.
 */
import { type FontFamily } from './font-files.ts';
import { furtherFamilyOf, isAscii, isPlain, printable } from './printable-text.ts';

type Fitted = {
  readonly data: string;
  /** Typst rules that set words in the family that has all of their letters. */
  readonly rules: string;
};

/** Without the flag `u`, which makes a search through megabytes of drawings six times slower. */
const beyondAscii = /[^\0-\x7e]+/g;

/** JSON escapes control characters and halves of characters. */
const hasEscapes = /\\[ubf]/;

/** Applies `change` to every string value of a JSON document; field names stay unchanged. */
export const mapStrings = (json: string, change: (text: string) => string): string =>
  JSON.stringify(
    JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? change(value) : value)),
  );

/** Letters and their marks; ideographs, kana and Hangul have no words and are set one by one. */
const word =
  /(?:(?![\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\u200C\u200D])+/gu;

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}](?:[\s\p{M}\p{Nd}\p{Cf}'’"״׳.,-]*[\p{Script=Arabic}\p{Script=Hebrew}])*\p{M}*/gu;

/** Isolates a text from right to left, so that a number after it does not move before it (UAX #9, 2.4). */
const isolated = (text: string): string => text.replaceAll(rightToLeft, (part) => `\u2067${part}\u2069`);

const escaped = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{M}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);

/** Sets words of a family; a word is matched before a shorter one that it begins with. */
function ruleOf(family: FontFamily, words: readonly string[], settings: string | undefined, rest: string) {
  if (words.length === 0) return '';
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const more = settings === undefined ? '' : `, ${settings}`;
  const fonts = `("${family.name}", ${rest})`;
  return `#show regex("${longestFirst.map(escaped).join('|')}"): set text(font: ${fonts}${more})\n`;
}

function rulesFor(words: ReadonlySet<string>, rest: string): string {
  const byFamily = new Map<FontFamily, string[]>();
  for (const one of words) {
    const family = isPlain(one) ? undefined : furtherFamilyOf(one);
    if (family !== undefined) byFamily.set(family, [...(byFamily.get(family) ?? []), one]);
  }
  return [...byFamily]
    .map(([family, found]) => {
      // The settings would separate a mark from its letter.
      const marked = found.filter((one) => /\p{M}/u.test(one));
      const plain = found.filter((one) => !marked.includes(one));
      return ruleOf(family, plain, family.settings, rest) + ruleOf(family, marked, undefined, rest);
    })
    .join('');
}

/** `rest` are the names of all families, quoted, as Typst reads them. */
export function fitFonts(data: string, rest: string): Fitted {
  const used = [...new Set(data.match(beyondAscii)?.join(''))].join('');
  if (isPlain(used) && !/\p{M}/u.test(used) && !hasEscapes.test(data)) return { data, rules: '' };
  const words = new Set<string>();
  const fitted = mapStrings(data, (text) => {
    if (isAscii(text)) return text;
    const shown = printable(text);
    for (const [found] of shown.matchAll(word)) words.add(found);
    return isolated(shown);
  });
  return { data: fitted, rules: rulesFor(words, rest) };
}

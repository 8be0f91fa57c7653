/**
 * Brings names and ids to the form in which they are searched: what a user types finds a name however it was stored.
 *
 * The database stores the same form of every name (`search_form`, migrations 0116 and 0170); a test compares the two.
 *
 * Invariants: the form of a form is itself; a part of a text has a part of its form, apart from marks at its ends.
 */
import { nameVariants } from './name-variants.ts';

/** Letters that have no decomposition, or that spellings of one name exchange; each is written as its partner. */
const exchanged: readonly (readonly [from: string, to: string])[] = [
  ['ıłđðøςħŋŧ’‘ʼ', "ilddoσhnt'''"],
  // Small kana, which old systems write large, and kana of one sound.
  ['ぁぃぅぇぉっゃゅょゎゕゖぢづゐゑ', 'あいうえおつやゆよわかけじずいえ'],
  // Letters that Arabic and Persian keyboards exchange.
  ['يىكةٱ', 'ییکها'],
  ...nameVariants,
];
const from = exchanged.map(([letters]) => letters).join('');
const to = exchanged.map(([, letters]) => letters).join('');
const partners = new Map(Array.from(from, (letter, at) => [letter, Array.from(to)[at] ?? letter]));

/** Letters that are written as two, and two that are one sound, in this order. */
const sequences: readonly (readonly [written: string, form: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ゔあ', 'ば'],
  ['ゔい', 'び'],
  ['ゔえ', 'べ'],
  ['ゔお', 'ぼ'],
  ['ゔ', 'ぶ'],
];

/** Invisible characters: joiners, direction marks, soft hyphens, variation selectors, the Arabic stroke of width. */
const invisible =
  /[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\p{Variation_Selector}]/gu;
/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones; the marks of kana are others. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;

/** Marks of kana that belong to no letter. */
const looseMarks = /[\u3099\u309a]/gu;

/** The sound that a stroke of length behind each of these kana is: よー is よう, おーた is おおた. */
const lengthened: readonly (readonly [kana: string, vowel: string])[] = [
  ['あかがさざただなはばぱまやらわ', 'あ'],
  ['いきぎしじちにひびぴみり', 'い'],
  ['うくぐすずつぬふぶぷむゆる', 'う'],
  ['えけげせぜてでねへべぺめれ', 'い'],
  ['お', 'お'],
  ['こごそぞとどのほぼぽもよろを', 'う'],
];
const vowels = new Map(
  lengthened.flatMap(([kana, vowel]) => Array.from(kana, (one) => [one, vowel] as const)),
);
/** Old systems write the stroke of length as a hyphen. */
const strokes = /([ぁ-ゖ])[-ー‐‑‒–—―−─]+/gu;
/** Matches a character that is written twice; 々 repeats the character before it. */
const repeated = /([\u4e00-\u9fff])\1/gu;

/**
 * Returns the form of a text: one Unicode form (NFKC, so that full width and half width are one), small letters without
 * accents, hiragana for katakana, one character for the variants of a name.
 */
export function searchForm(text: string): string {
  const bare = text
    .replace(invisible, '')
    .replaceAll('゛', '\u3099')
    .replaceAll('゜', '\u309a')
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFKC')
    .replace(looseMarks, '')
    .toLowerCase();
  const kana = bare.replace(/[\u30a1-\u30f6]/gu, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0x60),
  );
  const single = Array.from(kana, (letter) => partners.get(letter) ?? letter).join('');
  return sequences
    .reduce((form, [written, one]) => form.replaceAll(written, one), single)
    .replace(strokes, (all, before: string) => {
      const vowel = vowels.get(before);
      return vowel === undefined ? all : before + vowel;
    })
    .replace(repeated, '$1々');
}

/**
 * Brings names and ids to the form in which they are searched: what a user types finds a name however it was stored.
 *
 * The database stores the same form of every name (`search_form`, migration 0098); a test compares the two.
 *
 * Invariants: the form of a form is itself; a part of a text has a part of its form, apart from marks at its ends.
 */

/** Letters that have no decomposition, or that spellings of one name exchange; each is written as its partner. */
const exchanged: readonly (readonly [from: string, to: string])[] = [
  ['ıłđðøς', 'ilddoσ'],
  // Small kana, which old systems write large, and kana of one sound.
  ['ぁぃぅぇぉっゃゅょゎゕゖぢづゐゑ', 'あいうえおつやゆよわかけじずいえ'],
  // Variants of characters in Japanese names.
  [
    '髙﨑邉邊齋斎齊澤濵濱嶋嶌櫻廣國眞會藏榮惠德龍瀧澁澀關與寶壽來豐學實圓條彌曾冨𠮷靑淸槙莊遙堯凛桒舘栁𣘺',
    '高崎辺辺斉斉斉沢浜浜島島桜広国真会蔵栄恵徳竜滝渋渋関与宝寿来豊学実円条弥曽富吉青清槇荘遥尭凜桑館柳橋',
  ],
];
const from = exchanged.map(([letters]) => letters).join('');
const to = exchanged.map(([, letters]) => letters).join('');
const partners = new Map(Array.from(from, (letter, at) => [letter, Array.from(to)[at] ?? letter]));

/** Letters that are written as two. */
const doubled: readonly (readonly [letter: string, two: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
];

/** Invisible characters: joiners, direction marks, soft hyphens, variation selectors. */
const invisible =
  /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\p{Variation_Selector}]/gu;
/** Accents of Latin, Greek and Cyrillic letters; the marks of kana are others. */
const accents = /[\u0300-\u036f]/gu;

/**
 * Returns the form of a text: one Unicode form (NFKC, so that full width and half width are one), small letters without
 * accents, hiragana for katakana, one character for the variants of a name.
 */
export function searchForm(text: string): string {
  const bare = text
    .replace(invisible, '')
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFKC')
    .toLowerCase();
  const kana = bare.replace(/[\u30a1-\u30f6]/gu, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0x60),
  );
  const single = Array.from(kana, (letter) => partners.get(letter) ?? letter).join('');
  return doubled.reduce((form, [letter, two]) => form.replaceAll(letter, two), single);
}

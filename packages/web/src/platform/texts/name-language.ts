/**
 * Detects the language of a name by its script: kana is Japanese, Hangul is Korean. Han characters alone may be any of
 * three languages, so the language of the page is used.
 */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

export function nameLanguage(name: string): 'ja' | 'ko' | undefined {
  if (kana.test(name)) return 'ja';
  return hangul.test(name) ? 'ko' : undefined;
}

/**
 * The language of a name where its script tells: kana is Japanese, Hangul Korean. Han characters alone may be any
 * of three, so they get none and follow the page.
 */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

export function nameLanguage(name: string): 'ja' | 'ko' | undefined {
  if (kana.test(name)) return 'ja';
  return hangul.test(name) ? 'ko' : undefined;
}

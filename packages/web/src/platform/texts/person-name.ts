/**
 * A person's name as its own language orders it: family name first where it is written in Han characters, kana
 * or Hangul, given name first otherwise. A missing part leaves the other; both missing give an empty text.
 */
const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const spaced = /\p{Script=Hangul}/u;

export function personName(first: string | null, last: string | null): string {
  const given = first?.trim() ?? '';
  const family = last?.trim() ?? '';
  if (given === '' || family === '') return given + family;
  if (spaced.test(family + given)) return family + given;
  return eastern.test(family + given) ? `${family} ${given}` : `${given} ${family}`;
}

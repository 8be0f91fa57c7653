/**
 * Joins a person's name in the order of its own language: family name first if it is written in Han characters, kana or
 * Hangul, otherwise given name first. If one part is missing, returns the other; if both are, an empty text.
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

/**
 * Lists the languages of the product in the order of menus. Texts are tables over this list, so the compiler reports
 * each missing text of a new language.
 */
export const languages = ['en', 'ja', 'ko', 'zh'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/** Returns the product language of a language tag (`ja-JP`, `zh-Hans`), or undefined. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split('-')[0];
  return languages.find((language) => language === primary);
}

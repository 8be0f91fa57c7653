/** The languages of the product, in the order of menus. Texts are tables over them, so a new one is asked for by the compiler. */
export const languages = ['en', 'ja', 'ko', 'zh'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/** The language of a tag (`ja-JP`, `zh-Hans`), if it is one of ours. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split('-')[0];
  return languages.find((language) => language === primary);
}

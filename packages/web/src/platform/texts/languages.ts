/**
 * How one of the languages is chosen: what local storage keeps under `lang`, else the browser's first
 * language that we have, else English.
 */
import { defaultLanguage, languageOfTag, languages, type Language } from '@rhythmdesk/domain/kit/languages';

/** The key of local storage, named by the specification. */
export const languageStorageKey = 'lang';

/** Each language in its own words, as a menu shows it, and its short form for the bar. */
export const languageNames = {
  en: { name: 'English', short: 'EN', tag: 'en' },
  ja: { name: '日本語', short: '日本語', tag: 'ja' },
  ko: { name: '한국어', short: '한국어', tag: 'ko' },
  zh: { name: '中文', short: '中文', tag: 'zh-Hans' },
} as const satisfies Record<Language, { name: string; short: string; tag: string }>;

export function asLanguage(value: unknown): Language | undefined {
  return languages.find((language) => language === value);
}

/** `stored` is what local storage holds; `preferred` the browser's languages in order (`ja-JP`, `en`). */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  const kept = asLanguage(stored);
  if (kept) return kept;
  for (const tag of preferred) {
    const match = languageOfTag(tag);
    if (match) return match;
  }
  return defaultLanguage;
}

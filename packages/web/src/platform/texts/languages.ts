/**
 * Chooses the language: the one stored in local storage under `lang`, otherwise the browser's first supported language,
 * otherwise English.
 */
import { defaultLanguage, languageOfTag, languages, type Language } from '@rhythmdesk/domain/kit/languages';

/** The key in local storage; the specification defines it. */
export const languageStorageKey = 'lang';

/** Each language in its own words, as a menu shows it, with its short form for the bar. */
export const languageNames = {
  en: { name: 'English', short: 'EN', tag: 'en' },
  ja: { name: '日本語', short: '日本語', tag: 'ja' },
  ko: { name: '한국어', short: '한국어', tag: 'ko' },
  zh: { name: '中文', short: '中文', tag: 'zh-Hans' },
} as const satisfies Record<Language, { name: string; short: string; tag: string }>;

export function asLanguage(value: unknown): Language | undefined {
  return languages.find((language) => language === value);
}

/** `stored` is the value in local storage; `preferred` the browser's languages in order (`ja-JP`, `en`). */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  const kept = asLanguage(stored);
  if (kept) return kept;
  for (const tag of preferred) {
    const match = languageOfTag(tag);
    if (match) return match;
  }
  return defaultLanguage;
}

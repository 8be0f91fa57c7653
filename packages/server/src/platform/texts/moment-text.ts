/** Formats a moment in a language and time zone, to the second, for mails and documents. */
import type { Language } from '@rhythmdesk/domain/kit/languages';

const locales = { en: 'en-GB', ja: 'ja-JP', ko: 'ko-KR', zh: 'zh-CN' } as const satisfies Record<
  Language,
  string
>;

/** `timeZone` is an IANA name. */
export function momentText(language: Language, timeZone: string, at: Date): string {
  const form = { dateStyle: 'long', timeStyle: 'long', timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], form).format(at);
}

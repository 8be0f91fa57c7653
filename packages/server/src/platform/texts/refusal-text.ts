/** Returns the error message of a refusal in the reader's language. */
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { refusalsEn } from './refusals-en.ts';
import { refusalsJa } from './refusals-ja.ts';
import { refusalsKo } from './refusals-ko.ts';
import { refusalsZh } from './refusals-zh.ts';

const texts: Readonly<Record<Language, Readonly<Record<RefusalCode, string>>>> = {
  en: refusalsEn,
  ja: refusalsJa,
  ko: refusalsKo,
  zh: refusalsZh,
};

/** @param figures the values of the names in braces */
export function refusalText(
  code: RefusalCode,
  language: Language,
  figures: Readonly<Record<string, number>> = {},
): string {
  return texts[language][code].replaceAll(/\{([a-z_]+)\}/g, (_place, name: string) =>
    String(figures[name] ?? '-'),
  );
}

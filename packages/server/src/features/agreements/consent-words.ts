/** Provides the current version of the consent text in every language, with its names. */
import type { ConsentWords } from '@rhythmdesk/contract/agreements';
import { consentTextOf, consentVersion, type ConsentNames } from '@rhythmdesk/domain/agreement/consent-text';
import type { Language } from '@rhythmdesk/domain/kit/languages';

export function consentWords(names: ConsentNames): ConsentWords {
  const wordsIn = (language: Language) => {
    const { paragraphs, ...words } = consentTextOf(language, names);
    return { ...words, paragraphs: [...paragraphs] };
  };
  return {
    text_version: consentVersion,
    texts: { en: wordsIn('en'), ja: wordsIn('ja'), ko: wordsIn('ko'), zh: wordsIn('zh') },
  };
}

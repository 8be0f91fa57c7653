/** Which of the product's languages a caller reads best. */
import { defaultLanguage, languageOfTag, type Language } from '@rhythmdesk/domain/kit/languages';
import Negotiator from 'negotiator';

/** What is read of a header: no browser sends more, and the time to parse it stays bounded. */
const readLetters = 400;

/** The best offered language of an `Accept-Language` header (RFC 9110, 12.5.4); the earlier one where two tie. */
export function languageOf(header: string | undefined): Language {
  const headers = { 'accept-language': (header ?? '').slice(0, readLetters) };
  for (const tag of new Negotiator({ headers }).languages()) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return defaultLanguage;
}

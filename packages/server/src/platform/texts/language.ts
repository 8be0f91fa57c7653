/** Chooses the product's language for a caller. */
import { defaultLanguage, languageOfTag, type Language } from '@rhythmdesk/domain/kit/languages';
import Negotiator from 'negotiator';

/** The maximum length of a header that is read. No browser sends more, and the time to parse it is limited. */
const readLetters = 400;

/**
 * Returns the best product language of an `Accept-Language` header (RFC 9110, 12.5.4); the earlier one if two are
 * equal.
 */
export function languageOf(header: string | undefined): Language {
  const headers = { 'accept-language': (header ?? '').slice(0, readLetters) };
  for (const tag of new Negotiator({ headers }).languages()) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return defaultLanguage;
}

/** Which of the product's languages a caller reads best. */
import { defaultLanguage, languageOfTag, type Language } from '@rhythmdesk/domain/kit/languages';

/** The best offered language of an `Accept-Language` header (RFC 9110, 12.5.4); the earlier one where two tie. */
export function languageOf(header: string | undefined): Language {
  let best = defaultLanguage;
  let bestWeight = 0;
  for (const part of (header ?? '').slice(0, 400).split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const language = languageOfTag(tag);
    const quality = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]);
    const weight = Number(quality.find((value) => value !== undefined) ?? 1);
    if (language !== undefined && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

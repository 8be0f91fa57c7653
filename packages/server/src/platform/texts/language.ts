/** The languages the server words its answers in, and which of them a caller reads best. */
export const languages = ['en', 'ja', 'ko', 'zh'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

function known(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split('-')[0];
  return languages.find((language) => language === primary);
}

/** The best offered language of an `Accept-Language` header (RFC 9110, 12.5.4); the earlier one where two tie. */
export function languageOf(header: string | undefined): Language {
  let best = defaultLanguage;
  let bestWeight = 0;
  for (const part of (header ?? '').slice(0, 400).split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const language = known(tag);
    const quality = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]);
    const weight = Number(quality.find((value) => value !== undefined) ?? 1);
    if (language !== undefined && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

/**
 * Reads what the page knows of the installation before sign-in: its version and the contacts in its footer, and the
 * languages in its menu. The server writes them as JSON into the page's `rhythmdesk-settings` tag. During development,
 * or if they cannot be read, no contacts are shown and the menu offers English and Japanese.
 */
import { type Language } from '@rhythmdesk/domain/kit/languages';
import { asLanguage } from './texts/languages.ts';

export type PageSettings = {
  /** Empty if it is unknown. */
  version: string;
  support_phone: string;
  support_email: string;
  company_address: string;
  languages_offered: readonly Language[];
};

const unknownSite: PageSettings = {
  version: '',
  support_phone: '',
  support_email: '',
  company_address: '',
  languages_offered: ['en', 'ja'],
};

export function asPageSettings(text: string | null | undefined): PageSettings {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return unknownSite;
  }
  if (typeof value !== 'object' || value === null) return unknownSite;
  const word = (name: string): string => {
    const found: unknown = Reflect.get(value, name);
    return typeof found === 'string' ? found : '';
  };
  const offered: unknown = Reflect.get(value, 'languages_offered');
  const languages = Array.isArray(offered) ? offered.flatMap((item) => asLanguage(item) ?? []) : [];
  return {
    version: word('version'),
    support_phone: word('support_phone'),
    support_email: word('support_email'),
    company_address: word('company_address'),
    languages_offered: languages.length > 0 ? languages : unknownSite.languages_offered,
  };
}

export function readPageSettings(): PageSettings {
  return asPageSettings(document.querySelector('meta[name="rhythmdesk-settings"]')?.getAttribute('content'));
}

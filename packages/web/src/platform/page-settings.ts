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

function settingsObject(text: string | null | undefined): object | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function textIn(value: object | null, name: string): string {
  const found: unknown = value === null ? null : Reflect.get(value, name);
  return typeof found === 'string' ? found : '';
}

export function asPageSettings(text: string | null | undefined): PageSettings {
  const value = settingsObject(text);
  if (value === null) return unknownSite;
  const word = (name: string): string => textIn(value, name);
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

/** A worker has no document. */
const settingsText = (): string | null | undefined =>
  typeof document === 'undefined'
    ? null
    : document.querySelector('meta[name="rhythmdesk-settings"]')?.getAttribute('content');

export const readPageSettings = (): PageSettings => asPageSettings(settingsText());

/** Returns a text among the settings; empty if the server has written none. */
export const pageSetting = (name: string): string => textIn(settingsObject(settingsText()), name);

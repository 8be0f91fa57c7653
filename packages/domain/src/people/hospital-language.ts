/** Determines the language in which documents for a hospital are written. */
import { defaultLanguage, type Language, languages } from '../kit/languages.ts';

const languageOfZone: Readonly<Record<string, Language>> = {
  'Asia/Seoul': 'ko',
  'Asia/Tokyo': 'ja',
  'Asia/Shanghai': 'zh',
  'Asia/Urumqi': 'zh',
};

type Hospital = { readonly invoice_language: string | null; readonly time_zone: string };

/** Returns the language of a hospital's reports and invoices: its own choice, else the language of its time zone. */
export function hospitalLanguage({ invoice_language, time_zone }: Hospital): Language {
  return languages.find((one) => one === invoice_language) ?? languageOfZone[time_zone] ?? defaultLanguage;
}

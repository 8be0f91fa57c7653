/** What the upload history says of a refusal: the catalogue's text, and where in a table or a lead the fault stands. */
import { isRefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Language } from '../../platform/texts/language.ts';
import { refusalText } from '../../platform/texts/refusal-text.ts';
import { refusalFacts } from './ingest-message.ts';

type Place = 'cell' | 'row' | 'column' | 'lead';

const placed: Readonly<Record<Language, Readonly<Record<Place, string>>>> = {
  en: {
    cell: '{text} (row {row}, column {column})',
    row: '{text} (row {row})',
    column: '{text} (column {column})',
    lead: '{text} (lead {lead})',
  },
  ja: {
    cell: '{text}（{row} 行目、{column} 列）',
    row: '{text}（{row} 行目）',
    column: '{text}（{column} 列）',
    lead: '{text}（誘導 {lead}）',
  },
  ko: {
    cell: '{text} ({row}행, {column} 열)',
    row: '{text} ({row}행)',
    column: '{text} ({column} 열)',
    lead: '{text} (유도 {lead})',
  },
  zh: {
    cell: '{text}（第 {row} 行，{column} 列）',
    row: '{text}（第 {row} 行）',
    column: '{text}（{column} 列）',
    lead: '{text}（导联 {lead}）',
  },
};

function placeOf(facts: Readonly<Record<string, unknown>>): Place | null {
  if ('row' in facts) return 'column' in facts ? 'cell' : 'row';
  if ('column' in facts) return 'column';
  return 'lead' in facts ? 'lead' : null;
}

export function refusalDetail(code: string | null, parameters: unknown, language: Language): string | null {
  if (code === null || !isRefusalCode(code)) return null;
  const text = refusalText(code, language);
  const facts = refusalFacts.catch({}).parse(parameters ?? {});
  const place = placeOf(facts);
  if (place === null) return text;
  return placed[language][place].replaceAll(/\{([a-z]+)\}/g, (_whole, name: string) =>
    name === 'text' ? text : String(facts[name] ?? ''),
  );
}

/**
 * Describes why an upload made no case: the text of its refusal and the position of the fault in a table or a lead, or
 * how much had arrived when it was cancelled or abandoned.
 */
import { arrivedPercent } from '@rhythmdesk/domain/case/upload-outcome';
import { isRefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { uploads } from '../../platform/db/schema/recordings.ts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { refusalText } from '../../platform/texts/refusal-text.ts';
import { refusalFacts } from './ingest-message.ts';

type PlaceKind = 'cell' | 'row' | 'column' | 'lead';

const placed: Readonly<Record<Language, Readonly<Record<PlaceKind, string>>>> = {
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

function placeOf(facts: Readonly<Record<string, unknown>>): PlaceKind | null {
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

/** Code of an upload that was neither finished nor cancelled. */
export const leftCode = 'upload/gone';

const ended: Readonly<Record<Language, { readonly cancelled: string; readonly left: string }>> = {
  en: { cancelled: 'Cancelled at {percent}\u00a0%', left: 'Left unfinished at {percent}\u00a0%' },
  ja: { cancelled: '{percent}% で取り消し', left: '{percent}% で止まったまま期限切れ' },
  ko: { cancelled: '{percent}%에서 취소됨', left: '{percent}%에서 멈춘 채 기한이 지남' },
  zh: { cancelled: '传到 {percent}% 时取消', left: '停在 {percent}%，已过期' },
};

type Ended = Pick<
  typeof uploads.$inferSelect,
  'state' | 'code' | 'parameters' | 'received_bytes' | 'size_bytes'
>;

export function historyDetail(upload: Ended, language: Language): string | null {
  const { state, code, parameters, received_bytes, size_bytes } = upload;
  if (state !== 'cancelled') return refusalDetail(code, parameters, language);
  const words = ended[language][code === leftCode ? 'left' : 'cancelled'];
  return words.replace('{percent}', String(arrivedPercent(received_bytes, size_bytes)));
}

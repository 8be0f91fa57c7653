/** Describes a notice as it is edited, and makes the input that is sent. Times are in the browser's own time zone. */
import type { EditedNotice, NoticeRow } from '@rhythmdesk/contract/notices';
import { type Language, languages } from '@rhythmdesk/domain/kit/languages';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import type { NoticeAudience } from '@rhythmdesk/domain/notice/windows';

type Text = { title: string; content: string };

export type NoticeDraft = {
  category: NoticeRow['category'];
  group_type: NoticeAudience;
  popup: boolean;
  /** The format of a date and time field: `2026-11-28T02:00`. */
  from: string;
  to: string;
  texts: Record<Language, Text>;
};

const hourMs = 3_600_000;
const usualDays = 30;

const fieldTime = (ms: number, zone: string): string =>
  new Date(zoneClock(zone).shown(ms)).toISOString().slice(0, 16);

/** Returns null while the field contains no complete time. */
export function instantOf(field: string, zone: string): string | null {
  const wallMs = Date.parse(`${field}:00.000Z`);
  return Number.isNaN(wallMs) ? null : new Date(zoneClock(zone).instant(wallMs)).toISOString();
}

const empty = (): Text => ({ title: '', content: '' });

/** The default period begins at the next full hour and lasts a month. */
export function newDraft(nowMs: number, zone: string, group_type: NoticeAudience): NoticeDraft {
  const fromMs = Math.ceil(nowMs / hourMs) * hourMs;
  return {
    category: 'service',
    group_type,
    popup: false,
    from: fieldTime(fromMs, zone),
    to: fieldTime(fromMs + usualDays * 24 * hourMs, zone),
    texts: { en: empty(), ja: empty(), ko: empty(), zh: empty() },
  };
}

export function noticeDraftOf(notice: EditedNotice, zone: string): NoticeDraft {
  const textIn = (language: Language): Text => ({ ...empty(), ...notice.texts[language] });
  return {
    category: notice.category,
    group_type: notice.group_type,
    popup: notice.popup,
    from: fieldTime(Date.parse(notice.from_time), zone),
    to: fieldTime(Date.parse(notice.to_time), zone),
    texts: { en: textIn('en'), ja: textIn('ja'), ko: textIn('ko'), zh: textIn('zh') },
  };
}

const isBlank = ({ title, content }: Text): boolean => title.trim() === '' && content.trim() === '';

/** `whole`: it is shown in this language; `part`: title or text is missing; `none`: English is shown instead. */
export function textState({ texts }: NoticeDraft, language: Language): 'whole' | 'part' | 'none' {
  const { title, content } = texts[language];
  if (isBlank({ title, content })) return 'none';
  return title.trim() === '' || content.trim() === '' ? 'part' : 'whole';
}

type DraftFault = 'required' | 'window';
/** By field, as the server names them: `title`, `texts.ja.content`, `to_time`. */
export type DraftFaults = Readonly<Record<string, DraftFault>>;

export const textField = (language: Language, part: keyof Text): string =>
  language === 'en' ? part : `texts.${language}.${part}`;

/** A draft needs only a title and complete texts in the languages that it has; a notice also needs its English text. */
export function faultsOf(draft: NoticeDraft, asDraft: boolean, zone: string): DraftFaults {
  const faults: Record<string, DraftFault> = {};
  for (const language of languages) {
    const { title, content } = draft.texts[language];
    if (language !== 'en' && isBlank(draft.texts[language])) continue;
    if (title.trim() === '') faults[textField(language, 'title')] = 'required';
    if (content.trim() === '' && !(language === 'en' && asDraft))
      faults[textField(language, 'content')] = 'required';
  }
  const from = instantOf(draft.from, zone);
  const to = instantOf(draft.to, zone);
  if (from === null) faults['from_time'] = 'required';
  if (to === null) faults['to_time'] = 'required';
  if (from !== null && to !== null && to <= from) faults['to_time'] = 'window';
  return faults;
}

/** Returns the language whose tab contains the first text error, so that it can be opened. */
export function faultyLanguage(faults: Readonly<Record<string, unknown>>): Language | undefined {
  return languages.find((language) =>
    [textField(language, 'title'), textField(language, 'content')].some((name) => name in faults),
  );
}

export function inputOf(draft: NoticeDraft, asDraft: boolean, zone: string) {
  const { category, group_type, popup, texts } = draft;
  const { en, ...others } = texts;
  const written = Object.fromEntries(Object.entries(others).filter(([, text]) => !isBlank(text)));
  return {
    category,
    group_type,
    popup,
    draft: asDraft,
    title: en.title.trim(),
    content: en.content.trim(),
    texts: written,
    from_time: instantOf(draft.from, zone) ?? '',
    to_time: instantOf(draft.to, zone) ?? '',
  };
}

/** Returns a notice's title and text in the requested language, or in English if the notice does not have it. */
import { defaultLanguage, type Language } from '@rhythmdesk/domain/kit/languages';
import { sql, type SQL } from 'drizzle-orm';
import { correlated } from '../../platform/db/correlated.ts';
import { notices, noticeTexts } from '../../platform/db/schema/notices.ts';

export function shownText(column: 'title' | 'content', language: Language): SQL<string> {
  return correlated(sql<string>`(select ${noticeTexts[column]} from ${noticeTexts}
    where ${noticeTexts.notice_id} = ${notices.id} and ${noticeTexts.language} in (${language}, ${defaultLanguage})
    order by ${noticeTexts.language} = ${language} desc limit 1)`);
}

/**
 * Names the categories of notifications for push messages and mails, which contain no other information about a case.
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { notificationCategories, type NotificationCategory } from '@rhythmdesk/domain/notice/notifications';
import { z } from 'zod';

const categoryWords = {
  upload: { en: 'Upload', ja: 'アップロード', ko: '업로드', zh: '上传' },
  request: { en: 'Request', ja: '依頼', ko: '의뢰', zh: '申请' },
  progress: { en: 'Case work', ja: '症例の作業', ko: '검사 진행', zh: '病例处理' },
  verification: { en: 'Verification', ja: '承認', ko: '검증', zh: '复核' },
  correction: { en: 'Correction', ja: '修正', ko: '정정', zh: '修订' },
  closing: { en: 'Closing', ja: '終了', ko: '종료', zh: '关闭' },
  account: { en: 'Account', ja: 'アカウント', ko: '계정', zh: '账户' },
  critical: { en: 'Critical finding', ja: '緊急所見', ko: '위급 소견', zh: '危急值' },
} as const satisfies Record<NotificationCategory, Record<Language, string>>;

export const categoryWord = (category: NotificationCategory, language: Language): string =>
  categoryWords[category][language];

const countShape = z.array(
  z.object({ category: z.enum(notificationCategories), count: z.number().int().positive() }),
);
export type CategoryCounts = z.output<typeof countShape>;

/** Returns the counts as the text parameter of a mail. */
export const countsParameter = (counts: CategoryCounts): string => JSON.stringify(countShape.parse(counts));

const lines = {
  en: '{category}: {count}',
  ja: '{category}：{count}件',
  ko: '{category}: {count}건',
  zh: '{category}：{count}条',
} as const satisfies Record<Language, string>;

function parsed(parameter: string): unknown {
  try {
    return JSON.parse(parameter);
  } catch {
    return null;
  }
}

/** Returns one line per category; a parameter of another form is returned as it is. */
export function categoryLines(parameter: string, language: Language): readonly string[] {
  const counts = countShape.safeParse(parsed(parameter));
  if (!counts.success) return [parameter];
  return counts.data.map(({ category, count }) =>
    lines[language]
      .replace('{category}', () => categoryWord(category, language))
      .replace('{count}', () => String(count)),
  );
}

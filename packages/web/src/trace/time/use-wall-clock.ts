/** Provides the hospital's wall clock in the language of the page. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createWallClock } from './wall-clock.ts';
import type { WallClock } from './wall-clock.ts';

const dateLocales = { en: 'en-GB', ja: 'ja-JP', ko: 'ko-KR', zh: 'zh-CN' } as const;

function dateLocale(language: string): string {
  return Object.entries(dateLocales).find(([name]) => name === language)?.[1] ?? dateLocales.en;
}

export function useWallClock(timeZone: string): WallClock {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => createWallClock(timeZone, dateLocale(language)), [timeZone, language]);
}

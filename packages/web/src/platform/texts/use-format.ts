/** Provides the formats of `format.ts` and `duration.ts` in the page's language, for components. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatDurationToMinute, formatLength } from './duration.ts';
import * as by from './format.ts';
import { type Language } from '@rhythmdesk/domain/kit/languages';
import { asLanguage } from './languages.ts';

type Bound<F> = F extends (language: Language, ...rest: infer Rest) => string
  ? (...rest: Rest) => string
  : never;

const bind =
  <Rest extends unknown[]>(language: Language, format: (language: Language, ...rest: Rest) => string) =>
  (...rest: Rest) =>
    format(language, ...rest);

export type Formats = {
  instant: Bound<typeof by.formatInstant>;
  moment: Bound<typeof by.formatMoment>;
  range: Bound<typeof by.formatRange>;
  calendarDate: Bound<typeof by.formatCalendarDate>;
  relative: Bound<typeof by.formatRelative>;
  number: Bound<typeof by.formatNumber>;
  percent: Bound<typeof by.formatPercent>;
  list: Bound<typeof by.formatList>;
  bytes: Bound<typeof by.formatBytes>;
  money: Bound<typeof by.formatMoney>;
  duration: Bound<typeof formatDuration>;
  length: Bound<typeof formatLength>;
  durationToMinute: Bound<typeof formatDurationToMinute>;
};

export function useFormat(): Formats {
  const { i18n } = useTranslation();
  const language = asLanguage(i18n.language) ?? 'en';
  return useMemo(
    () => ({
      instant: bind(language, by.formatInstant),
      moment: bind(language, by.formatMoment),
      range: bind(language, by.formatRange),
      calendarDate: bind(language, by.formatCalendarDate),
      relative: bind(language, by.formatRelative),
      number: bind(language, by.formatNumber),
      percent: bind(language, by.formatPercent),
      list: bind(language, by.formatList),
      bytes: bind(language, by.formatBytes),
      money: bind(language, by.formatMoney),
      duration: bind(language, formatDuration),
      length: bind(language, formatLength),
      durationToMinute: bind(language, formatDurationToMinute),
    }),
    [language],
  );
}

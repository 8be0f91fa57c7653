/** Provides the product's terms for a row or a page: status, severity, priority, role, beat class, due time. */
import type { CaseLabel, Priority, Severity } from '@rhythmdesk/domain/case/status';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tokens } from '../theme/tokens.ts';
import { dueAt } from './due.ts';
import { formatDurationToMinute } from './duration.ts';
import { dayDistance, formatInstant } from './format.ts';
import { asLanguage } from './languages.ts';

type DueWords = { kind: 'over' | 'soon' | 'later' | 'done'; label: string };

export type Words = {
  status: (label: CaseLabel) => string;
  severity: (severity: Severity) => string;
  priority: (priority: Priority) => string;
  role: (role: RoleKey) => string;
  beat: (beat: Exclude<keyof Tokens['beat'], 'on'>) => string;
  /** `38 m over`, `2 h 14 m left`. */
  due: (dueMs: number, nowMs: number) => DueWords;
  /** `09:12 today`, or the day if it is longer ago. */
  done: (atMs: number, nowMs: number, timeZone?: string) => DueWords;
};

export function useWords(): Words {
  const { t, i18n } = useTranslation('words');
  const language = asLanguage(i18n.language) ?? 'en';
  return useMemo(
    () => ({
      status: (label) => t(`status.${label}`),
      severity: (severity) => t(`severity.${severity}`),
      priority: (priority) => t(`priority.${priority}`),
      role: (role) => t(`role.${role}`),
      beat: (beat) => t(`beat.${beat}`),
      due(dueMs, nowMs) {
        const { kind, spanMs } = dueAt(dueMs, nowMs);
        const span = formatDurationToMinute(language, spanMs);
        return { kind, label: kind === 'over' ? t('due.over', { span }) : t('due.left', { span }) };
      },
      done(atMs, nowMs, timeZone) {
        const time = formatInstant(language, 'time', atMs, timeZone);
        const days = dayDistance(atMs, nowMs, timeZone);
        if (days === 0) return { kind: 'done', label: t('due.today', { time }) };
        if (days === 1) return { kind: 'done', label: t('due.yesterday', { time }) };
        return { kind: 'done', label: formatInstant(language, 'day', atMs, timeZone) };
      },
    }),
    [t, language],
  );
}

/** Shows a case's severity, priority and time left as icons with text, in the page's language. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { severities } from '@rhythmdesk/domain/case/status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { type SeverityLevel, SeverityBars } from '../../../ui/badges/severity-bars.tsx';
import { TimeLeft } from '../../../ui/badges/time-left.tsx';
import { caseDue, type DueFacts } from '../model/case-due.ts';
import { useNow } from '../../../ui/use-now.ts';

const levels: Record<CaseRow['severity'], SeverityLevel> = {
  none: 0,
  low: 1,
  moderate: 2,
  high: 3,
  critical: 4,
};

export function CaseSeverity({ severity }: { severity: (typeof severities)[number] }) {
  const { t } = useTranslation('words');
  return <SeverityBars level={levels[severity]} label={t(`severity.${severity}`)} />;
}

/** Shows the severity in a list, or "Hidden" while the user may still do the second reading. */
export function ListedSeverity({ row }: { row: Pick<CaseRow, 'severity' | 'results_hidden'> }) {
  const { t } = useTranslation('words');
  if (!row.results_hidden) return <CaseSeverity severity={row.severity} />;
  return <span title={t('results.hidden-why')}>{t('results.hidden')}</span>;
}

const dayMs = 86_400_000;
const localDay = (ms: number): number => Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / dayMs);

function useDoneWords(): (atMs: number, nowMs: number) => string {
  const { t } = useTranslation('words');
  const format = useFormat();
  return (atMs, nowMs) => {
    const days = localDay(nowMs) - localDay(atMs);
    if (days === 0) return t('due.today', { time: format.instant('time', atMs) });
    if (days === 1) return t('due.yesterday', { time: format.instant('time', atMs) });
    const sameYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
    return format.instant(sameYear ? 'day' : 'date', atMs);
  };
}

/** `brief` leaves out the word "left", for a column whose head says it. */
export function CaseTimeLeft({ row, brief = false }: { row: DueFacts; brief?: boolean }) {
  const { t } = useTranslation('words');
  const format = useFormat();
  const nowMs = useNow();
  const doneWords = useDoneWords();
  const due = caseDue(row, nowMs);
  if (due.kind === 'none') return <>–</>;
  if (due.kind === 'done') {
    return (
      <TimeLeft kind="done" label={doneWords(due.atMs, nowMs)} title={format.instant('dateTime', due.atMs)} />
    );
  }
  const span = format.durationToMinute(due.spanMs);
  if (due.kind === 'waiting') {
    const since = format.instant('dateTime', due.sinceMs);
    return <TimeLeft kind="later" label={t('due.waiting', { span })} title={since} />;
  }
  const label = due.kind === 'over' ? t('due.over', { span }) : brief ? span : t('due.left', { span });
  return <TimeLeft kind={due.kind} label={label} title={format.instant('dateTime', due.dueMs)} />;
}

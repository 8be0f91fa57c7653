/**
 * Shows the timeline of the case: each period in a status with its author and duration; opening it shows every history
 * entry. A history that was altered outside the product shows a warning first.
 */
import { styled } from '@mui/material/styles';
import type { HistoryRow } from '@rhythmdesk/contract/case-talk';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { CaretDownIcon, CaretRightIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayDistance } from '../../../platform/texts/format.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { StatusDial } from '../../../ui/badges/status-dial.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { HistoryLines } from './history-lines.tsx';
import { Section } from '../../../ui/panel.tsx';
import { isUnfinished, type StatusPeriod, statusPeriodsOf, wholeMs } from '../model/status-periods.ts';
import { historyQuery } from '../model/use-case.ts';

const List = styled('ol')({ margin: 0, padding: 0, listStyle: 'none' });
const Item = styled('li')(({ theme }) => ({
  position: 'relative',
  '&:not(:last-child)::before': {
    content: '""',
    position: 'absolute',
    left: 7.5,
    top: 20,
    bottom: -3,
    borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  },
}));
const Head = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 9,
  width: 'calc(100% + 12px)',
  minHeight: 23,
  margin: '0 -6px',
  padding: '1px 6px',
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  background: 'none',
  cursor: 'pointer',
  '& strong': { fontWeight: 500 },
  '& .who': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
  },
  '& .time': { flex: 'none', fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& .caret': { display: 'none', flex: 'none', color: theme.vars.palette.gray },
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '&:hover .caret, &:focus-visible .caret, &[aria-expanded="true"] .caret': { display: 'block' },
  [theme.breakpoints.down('md')]: { minHeight: 44, '& .caret': { display: 'block' } },
}));

type PeriodProps = { period: StatusPeriod; last: boolean; growing: boolean };

/** Returns the user who brought the case into this status: the actor of the row that changed it. */
const actorOf = (rows: readonly HistoryRow[]): string => rows[0]?.user?.name ?? '';

function PeriodItem({ period, last, growing }: PeriodProps) {
  const { t } = useTranslation('case-page');
  const words = useWords();
  const format = useFormat();
  const nowMs = useNow();
  const [open, setOpen] = useState(false);
  const id = useId();
  const at = format.moment(period.start_ms, nowMs);
  const today = dayDistance(period.start_ms, nowMs) === 0;
  const since = format.instant(today ? 'time' : 'day', period.start_ms);
  const who = last && growing ? t('timeline.since', { time: since }) : actorOf(period.rows);
  const spent = period.spent_ms === null ? at : format.durationToMinute(period.spent_ms);
  return (
    <Item>
      <Head
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        title={format.instant('dateTime', period.start_ms)}
        onClick={() => setOpen(!open)}
      >
        <StatusDial status={period.status} />
        <strong>{words.status(period.status)}</strong>
        <span className="who">{who}</span>
        {open ? (
          <CaretDownIcon className="caret" size={12} weight="bold" aria-hidden="true" />
        ) : (
          <CaretRightIcon className="caret" size={12} weight="bold" aria-hidden="true" />
        )}
        <span className="time">{spent}</span>
      </Head>
      {open ? <HistoryLines id={id} rows={period.rows} /> : null}
    </Item>
  );
}

export function Timeline({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const nowMs = useNow();
  const { data, error, refetch } = useQuery(historyQuery(detail.case_id));
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  const periods = statusPeriodsOf(data.items, nowMs);
  const total = format.durationToMinute(wholeMs(periods));
  return (
    <Section
      title={t('timeline')}
      note={periods.length === 0 ? undefined : t('timeline.total', { length: total })}
    >
      {data.intact ? null : (
        <div style={{ margin: '4px 0 8px' }}>
          <NoticeBar tone="error" title={t('timeline.broken')}>
            {t('timeline.broken-note')}
          </NoticeBar>
        </div>
      )}
      {periods.length === 0 ? t('timeline.empty') : null}
      <List>
        {periods.map((period, index) => (
          <PeriodItem
            key={period.rows[0]?.history_id}
            period={period}
            last={index === periods.length - 1}
            growing={isUnfinished(data.items)}
          />
        ))}
      </List>
    </Section>
  );
}

/** Shows notices above a list: its period is invalid, it could not be refreshed, or it has changed meanwhile. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { PeriodFault } from '@rhythmdesk/domain/kit/calendar';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { NoticeBar } from '../states/notice-bar.tsx';
import { periodFaultWords } from './period.ts';

const Notices = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6, padding: '8px 16px' });
const Hint = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 2,
  bottom: 12,
  left: '50%',
  transform: 'translateX(-50%)',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '4px 6px 4px 14px',
  borderRadius: 8,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s4,
  boxShadow: theme.vars.palette.shadow.menu,
}));

export type ListNoticesProps = {
  /** Why the period is invalid. */
  readonly fault: PeriodFault | null;
  /** Rows are shown, but a newer response could not be fetched. */
  readonly failed: boolean;
  readonly updatedMs: number;
  readonly onUsualPeriod: () => void;
  readonly onRefresh: () => void;
};

export function ListNotices({ fault, failed, updatedMs, onUsualPeriod, onRefresh }: ListNoticesProps) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  if (fault === null && !failed) return null;
  return (
    <Notices>
      {fault ? (
        <NoticeBar
          tone="error"
          title={t(`period.fault.${periodFaultWords[fault]}`)}
          actions={
            <Button size="small" onClick={onUsualPeriod}>
              {t('period.reset')}
            </Button>
          }
        />
      ) : null}
      {failed ? (
        <NoticeBar
          tone="warning"
          title={t('hint.list-failed', { time: format.instant('time', updatedMs) })}
          actions={
            <Button size="small" onClick={onRefresh}>
              {t('changed.refresh')}
            </Button>
          }
        />
      ) : null}
    </Notices>
  );
}

/** Floats over the rows, so that nothing moves when it appears. */
export function ChangedHint({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useTranslation('lists');
  return (
    <Hint role="status">
      {t('changed')}
      <Button size="small" onClick={onRefresh}>
        {t('changed.refresh')}
      </Button>
    </Hint>
  );
}

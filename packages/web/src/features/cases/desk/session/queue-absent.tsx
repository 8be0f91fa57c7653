/** Shows why there is no reading, in place of the queue: it is loading, there is no analysis, or an error occurred. */
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../platform/client/query-cache.ts';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { useReadingOfPage, useReadingState } from '../../reading/reading-context.tsx';
import { Pane } from './pane-parts.ts';

type QueueAbsentProps = { detail: Pick<CaseDetail, 'case_id' | 'recording'> };

/** Shows the reason in place of the reading. */
export function Absence({ detail: { case_id, recording } }: QueueAbsentProps) {
  const { t } = useTranslation('desk');
  const session = useReadingOfPage();
  const reading = useReadingState();
  const { data, error, refetch } = useQuery({
    ...callQuery('analysis', { case_id }),
    enabled: recording === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const fault = reading?.fault ?? null;
  if (fault !== null) return <ErrorState error={fault} onRetry={() => void session?.follow()} />;
  if (recording !== 'ready' || data?.summary === null) {
    return (
      <Typography color="textSecondary" sx={{ padding: '16px 14px' }}>
        {t('not-analysed')}
      </Typography>
    );
  }
  return [1, 2, 3, 4].map((row) => <Skeleton key={row} height={28} sx={{ margin: '6px 14px' }} />);
}

export function QueueAbsent({ detail }: QueueAbsentProps) {
  const { t } = useTranslation('desk');
  return (
    <Pane aria-label={t('queue')}>
      <Absence detail={detail} />
    </Pane>
  );
}

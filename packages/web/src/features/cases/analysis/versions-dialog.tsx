/** Shows the versions of an analysis, read-only: any of them beside the current one on the case page. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { VersionList } from './version-list.tsx';
import { VersionTables } from './version-tables.tsx';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '220px minmax(0, 1fr)',
  gap: 24,
  alignItems: 'start',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
}));

export type VersionsDialogProps = { case_id: number; current: number; onClose: () => void };

function Waiting() {
  return (
    <Loading>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={24} sx={{ margin: '6px 0' }} />
      ))}
    </Loading>
  );
}

function Chosen({ case_id, current, chosen }: { case_id: number; current: number; chosen: number }) {
  const ask = (version: number) => ({
    ...callQuery('analysis', { case_id, version }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: shown, error, refetch } = useQuery(ask(chosen));
  const { data: standing } = useQuery(ask(current));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (shown === undefined || standing === undefined) return <Waiting />;
  return <VersionTables shown={shown} standing={standing} />;
}

function Body({ case_id, current }: Omit<VersionsDialogProps, 'onClose'>) {
  const [picked, setPicked] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    ...callQuery('analysisVersions', { case_id }),
    staleTime: 0,
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting />;
  const numbers = data.items.map((one) => one.analysis_version);
  const chosen = picked ?? numbers.find((number) => number < current) ?? current;
  return (
    <Columns>
      <VersionList versions={data.items} current={current} chosen={chosen} onChoose={setPicked} />
      <Chosen case_id={case_id} current={current} chosen={chosen} />
    </Columns>
  );
}

export function VersionsDialog({ onClose, ...rest }: VersionsDialogProps) {
  const { t } = useTranslation('analysis');
  const { t: frame } = useTranslation('dialogs');
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { style: { maxWidth: 760, width: '100%' } } }}
    >
      <DialogTitle id={`${id}-title`}>{t('versions.title')}</DialogTitle>
      <DialogContent tabIndex={0} role="group" aria-labelledby={`${id}-title`}>
        <Body {...rest} />
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          {frame('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

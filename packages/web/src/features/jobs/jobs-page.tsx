/**
 * Shows `/admin/jobs`: background jobs that were given up, the reason, and the button to run them again; and the stored
 * files that wait for the bucket. For level 5.
 */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled, type Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { GivenUpJob } from '@rhythmdesk/contract/jobs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { ListRoom } from '../../ui/list/list-room.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading } from '../../ui/states/after-delay.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NotRenewed } from '../../ui/states/not-renewed.tsx';
import { showToast } from '../../ui/toasts/toast-queue.ts';
import { useNow } from '../../ui/use-now.ts';
import { PartShown } from '../../ui/list/part-shown.tsx';
import { FilesWaitingNotes } from './files-waiting.tsx';
import { JobCards, JobTable } from './job-rows.tsx';

const jobsQuery = callQuery('givenUpJobs', {});
const refreshMs = 15_000;

const Body = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto' });
const Lead = styled('p')(({ theme }) => ({
  margin: '0 16px 12px',
  maxWidth: 720,
  color: theme.vars.palette.text.secondary,
}));

function Waiting() {
  return (
    <Loading>
      {Array.from({ length: 6 }, (_, at) => (
        <div key={at} style={{ padding: '11px 16px' }}>
          <Skeleton variant="rounded" height={16} />
        </div>
      ))}
    </Loading>
  );
}

/** Runs jobs again and refetches the list. */
function useAgain() {
  const { t } = useTranslation('jobs');
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => api.call('runJobsAgain', { ids }),
    onSuccess: ({ again }) => showToast(t('again-done', { count: again })),
    onSettled: () => cache.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
}

type RowsProps = { readonly jobs: readonly GivenUpJob[]; readonly again: ReturnType<typeof useAgain> };

function Rows({ jobs, again }: RowsProps) {
  const { t } = useTranslation('jobs');
  const nowMs = useNow();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  if (jobs.length === 0) return <EmptyState title={t('empty')} body={t('empty-body')} />;
  const shown = { jobs, nowMs, busy: again.isPending, onAgain: (id: number) => again.mutate([id]) };
  return (
    <Body tabIndex={0} role="region" aria-label={t('title')}>
      {narrow ? <JobCards {...shown} /> : <JobTable {...shown} />}
    </Body>
  );
}

const Part = styled(PartShown)({ margin: '0 16px 8px' });

export function Page() {
  const { t } = useTranslation('jobs');
  const again = useAgain();
  const query = useQuery({ ...jobsQuery, refetchInterval: refreshMs });
  const { data, error, refetch } = query;
  const jobs = data?.items ?? [];
  const isMissing = data === undefined;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          jobs.length > 1 ? (
            <Button
              variant="outlined"
              disabled={again.isPending}
              onClick={() => again.mutate(jobs.map(({ id }) => id))}
            >
              {t('again-all', { count: jobs.length })}
            </Button>
          ) : null
        }
      />
      <Lead>{t('lead')}</Lead>
      <NotRenewed query={query} />
      <FilesWaitingNotes waiting={data?.files_waiting ?? []} />
      {isMissing ? null : <Part shown={jobs.length} total={data.total} />}
      <ListRoom>
        {isMissing && error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : isMissing ? (
          <Waiting />
        ) : (
          <Rows jobs={jobs} again={again} />
        )}
      </ListRoom>
    </>
  );
}

/**
 * Shows `/admin/operations`: programs and their clocks, jobs, storage, backups, certificates, migrations, the health of
 * other systems and licences; and the button that makes a bundle for the support. For level 5.
 */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { OperationOverview } from '@rhythmdesk/contract/operations';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { blobOf } from '../../platform/client/file-body.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { saveBytes } from '../../platform/save-bytes.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { localToday } from '../../ui/list/period.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading } from '../../ui/states/after-delay.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NotRenewed } from '../../ui/states/not-renewed.tsx';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { NodesTable } from './nodes-table.tsx';
import {
  BackupCard,
  CertificatesCard,
  DatabaseCard,
  JobsCard,
  PartnersCard,
  StorageCard,
} from './state-cards.tsx';

const operationsQuery = callQuery('operations', {});
const refreshMs = 15_000;
const Licences = lazy(() => import('./licences.tsx'));

const Body = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  padding: '0 16px 24px',
  '& > *': { flex: 'none' },
  '& summary': { padding: '6px 0', cursor: 'pointer', fontWeight: 600 },
  [theme.breakpoints.down('md')]: { padding: '0 12px 16px' },
}));
const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
  gap: 12,
});

function BundleButton() {
  const { t } = useTranslation('operations');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await api.download('supportBundle', {});
      saveBytes(await blobOf(answer), `rhythmdesk-support-${localToday(new Date())}.zip`, 'application/zip');
    } catch (error) {
      await showFault(error, 'download');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" disabled={busy} title={t('bundle-about')} onClick={() => void save()}>
      {t('bundle')}
    </Button>
  );
}

function Verdict({ state: { troubles, version } }: { readonly state: OperationOverview }) {
  const { t } = useTranslation('operations');
  const shown = t('version', { version });
  if (troubles.length === 0)
    return (
      <NoticeBar tone="success" title={t('well')}>
        {shown}
      </NoticeBar>
    );
  return (
    <NoticeBar tone="warning" title={t('troubled')}>
      {troubles.map((trouble) => (
        <div key={trouble}>{t(`trouble.${trouble}`)}</div>
      ))}
      {shown}
    </NoticeBar>
  );
}

function LicenceList() {
  const { t } = useTranslation('operations');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('licences')}</summary>
      {isOpen ? (
        <Suspense fallback={null}>
          <Licences />
        </Suspense>
      ) : null}
    </details>
  );
}

function State({ state }: { readonly state: OperationOverview }) {
  return (
    <>
      <Verdict state={state} />
      <NodesTable nodes={state.nodes} />
      <Cards>
        <JobsCard state={state} />
        <StorageCard state={state} />
        <BackupCard state={state} />
        <CertificatesCard state={state} />
        <DatabaseCard state={state} />
        <PartnersCard state={state} />
      </Cards>
      <LicenceList />
    </>
  );
}

export function Page() {
  const { t } = useTranslation('operations');
  const query = useQuery({ ...operationsQuery, refetchInterval: refreshMs });
  const { data, error, refetch } = query;
  return (
    <>
      <PageHeader title={t('title')} actions={<BundleButton />} />
      <Body tabIndex={0} role="region" aria-label={t('title')}>
        <NotRenewed query={query} />
        {data !== undefined ? (
          <State state={data} />
        ) : error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading>
            <Skeleton variant="rounded" height={320} />
          </Loading>
        )}
      </Body>
    </>
  );
}

/** Lists the notices for the caller's type of group, for the page and for the footer's dialog. A failed fetch is shown in their place. */
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NoticePanels } from './notice-panels.tsx';
import type { Notice } from '@rhythmdesk/contract/notices';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';

/**
 * Returns the notices that the caller can read now; null while they are fetched. The footer shows them outside the shell
 * too, so they are fetched without its cache.
 */
function useReadNotices() {
  const { i18n } = useTranslation();
  const [notices, setNotices] = useState<readonly Notice[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    api.call('notices', {}, { signal: stop.signal }).then(
      ({ items }) => {
        setError(null);
        setNotices(items);
      },
      (fault: unknown) => {
        if (!stop.signal.aborted && fault instanceof Error) setError(fault);
      },
    );
    return () => stop.abort();
  }, [i18n.language, tries]);
  const onRead = ({ id }: Notice) => {
    api.call('readNotice', { id }).catch(() => undefined);
  };
  return { notices, error, onRetry: () => setTries(tries + 1), onRead };
}

/** `open`: the notice that the address links to. */
export default function NoticeList({ open }: { open?: number | undefined }) {
  const { t } = useTranslation('notices');
  const { notices, error, onRetry, onRead } = useReadNotices();
  if (notices === null && error !== null) return <ErrorState error={error} onRetry={onRetry} />;
  if (notices === null) {
    return (
      <Loading>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={20} sx={{ margin: '12px 0' }} />
        ))}
      </Loading>
    );
  }
  if (notices.length === 0) return <EmptyState title={t('empty')} />;
  return <NoticePanels notices={notices} pointedAt={open} onRead={onRead} />;
}

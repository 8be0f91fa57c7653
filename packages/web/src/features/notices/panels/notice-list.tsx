/** The notices for the caller's type of group, for the page and for the footer's dialog. A failed fetch is silent. */
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useReadNotices } from '../model/use-read-notices.ts';
import { NoticePanels } from './notice-panels.tsx';

/** `open`: the notice that the address links to. */
export default function NoticeList({ open }: { open?: number | undefined }) {
  const { t } = useTranslation('notices');
  const { notices, onRead } = useReadNotices();
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

/** Lists by name who has read a notice, and who of its audience has not. */
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Pager } from '../../../ui/list/pager.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';

const People = styled('ul')(({ theme }) => ({
  margin: '8px 0 0',
  padding: 0,
  minHeight: 240,
  listStyle: 'none',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '0 10px',
    padding: '8px 0',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& .group, & time': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& time': { marginLeft: 'auto' },
}));

const views = ['read', 'unread'] as const;
type View = (typeof views)[number];

function ReaderList({ id, view }: { id: number; view: View }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(
    callQuery('noticeReaders', { id, unread: view === 'unread', page, size: 20 }),
  );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={240} />;
  if (data.total === 0)
    return <People as="p">{t(view === 'read' ? 'readers.none' : 'readers.all-read')}</People>;
  return (
    <>
      <Pager page={data} onPage={setPage} />
      <People>
        {data.items.map(({ id: user, name, user_group, read_at }) => (
          <li key={user}>
            <span lang={nameLanguage(name)}>{name}</span>
            <span className="group" lang={nameLanguage(user_group.name)}>
              {user_group.name}
            </span>
            {read_at === null ? null : <time dateTime={read_at}>{format.instant('dateTime', read_at)}</time>}
          </li>
        ))}
      </People>
    </>
  );
}

export function ReadersDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('notices');
  const { t: frame } = useTranslation('dialogs');
  const title = useId();
  const [view, setView] = useState<View>('read');
  return (
    <Dialog
      open
      fullWidth
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 560 } } }}
    >
      <DialogTitle id={title}>{t('readers.title')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <PillTabs
          label={t('readers.title')}
          tabs={views.map((value) => ({ value, label: t(`readers.${value}`) }))}
          value={view}
          onChange={setView}
        />
        <ReaderList key={view} id={id} view={view} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {frame('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The notices of the user's group as panels that open: title, date, content. A failed fetch is silent. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { CaretDownIcon } from '@phosphor-icons/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { Loading } from '../../ui/states/after-delay.tsx';
import Skeleton from '@mui/material/Skeleton';

type Notice = OutputOf<Routes['notices']>['items'][number];

const Panel = styled('details')(({ theme }) => ({
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 44,
    cursor: 'pointer',
    listStyle: 'none',
    fontWeight: 500,
    '&::-webkit-details-marker': { display: 'none' },
  },
  '& summary svg': { transition: 'transform 120ms ease-out' },
  '&[open] summary svg': { transform: 'rotate(180deg)' },
}));
const Content = styled('div')(({ theme }) => ({
  padding: '0 0 16px',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}));

export function NoticePanels({ notices, open = false }: { notices: readonly Notice[]; open?: boolean }) {
  const format = useFormat();
  return notices.map((notice) => (
    <Panel key={notice.id} open={open}>
      <summary>
        <span style={{ flex: 1 }}>{notice.title}</span>
        <Typography variant="caption" color="textSecondary">
          {format.instant('date', notice.from_time)}
        </Typography>
        <CaretDownIcon size={14} aria-hidden="true" />
      </summary>
      <Content>{notice.content}</Content>
    </Panel>
  ));
}

export default function NoticeList() {
  const { t } = useTranslation('shell');
  const [notices, setNotices] = useState<readonly Notice[] | 'loading'>('loading');
  useEffect(() => {
    const stop = new AbortController();
    api.call('notices', {}, { signal: stop.signal }).then(
      (answer) => setNotices(answer.items),
      () => setNotices([]),
    );
    return () => stop.abort();
  }, []);
  if (notices === 'loading') {
    return (
      <Loading>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={20} sx={{ margin: '12px 0' }} />
        ))}
      </Loading>
    );
  }
  if (notices.length === 0) return <p>{t('notices.empty')}</p>;
  return <NoticePanels notices={notices} />;
}

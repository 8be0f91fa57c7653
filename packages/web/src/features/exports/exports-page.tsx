/** Shows `/exports`: the user's own spreadsheets, those being made and those that can be downloaded for a day. */
import { styled, type Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../platform/live/use-live-event.ts';
import { ListPage, ListRows } from '../../ui/list/list-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ExportCards, ExportTable } from './export-rows.tsx';

const query = callQuery('exports', {});

const Body = styled('div')({ height: '100%', overflow: 'auto' });
const Lead = styled('p')(({ theme }) => ({
  margin: '0 16px 12px',
  maxWidth: 720,
  color: theme.vars.palette.text.secondary,
}));

/** Progress comes from live events; a finished export, or one from another tab, causes a refetch. */
function useExports() {
  const cache = useQueryClient();
  useLiveEvent((event) => {
    if (event.type !== 'export') return;
    const { export_id, state, rows_done, rows_total } = event;
    const isSame = (item: ExportItem): boolean => item.export_id === export_id && item.state === state;
    if (state !== 'working' || cache.getQueryData(query.queryKey)?.items.some(isSame) !== true) {
      void cache.invalidateQueries({ queryKey: query.queryKey });
      return;
    }
    cache.setQueryData(
      query.queryKey,
      (before) =>
        before && {
          items: before.items.map((item) => (isSame(item) ? { ...item, rows_done, rows_total } : item)),
        },
    );
  });
  return useQuery(query);
}

function useCancel() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (export_id: number) => api.call('cancelExport', { export_id }),
    onSettled: () => cache.invalidateQueries({ queryKey: query.queryKey }),
  });
}

function Rows({ items, narrow }: { items: readonly ExportItem[]; narrow: boolean }) {
  const { t } = useTranslation('exports');
  const nowMs = useNow();
  const cancel = useCancel();
  const shown = { items, nowMs, onCancel: (export_id: number) => cancel.mutate(export_id) };
  return (
    <Body tabIndex={0} role="region" aria-label={t('title')}>
      {narrow ? <ExportCards {...shown} /> : <ExportTable {...shown} />}
    </Body>
  );
}

export function Page() {
  const { t } = useTranslation('exports');
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const { data, error, dataUpdatedAt, refetch } = useExports();
  const list = {
    page: data ?? null,
    old: false,
    error,
    differs: false,
    updatedMs: dataUpdatedAt,
    refresh: () => void refetch(),
  };
  return (
    <ListPage head={<PageHeader title={t('title')} />} bars={<Lead>{t('lead')}</Lead>}>
      <ListRows list={list} narrow empty={<EmptyState title={t('empty')} body={t('empty-body')} />}>
        <Rows items={data?.items ?? []} narrow={narrow} />
      </ListRows>
    </ListPage>
  );
}

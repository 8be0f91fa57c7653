/** Shows `/upload`, where recordings are dropped, checked and sent; the second tab lists every upload so far. */
import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../platform/live/use-live-event.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { useSettled } from '../../ui/list/use-pinned.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PillTabs } from '../../ui/pill-tabs.tsx';
import { changeBatch, useBatch } from './batch/batch.ts';
import { BatchPane } from './batch/batch-pane.tsx';
import { takeFiles } from './batch/take-files.ts';
import { useHospitals, type Hospital } from './batch/use-prepared.ts';
import { HistoryPane } from './history/history-pane.tsx';
import { countQuery, noHistory, historyQueryOf, historySchema } from './history/history-state.ts';
import { Choice } from './batch/card-parts.tsx';
import { useSendings } from './queue/engine.ts';
import { QueuePane } from './queue/queue-pane.tsx';
import { isOpen } from './queue/sending.ts';
import { useQueryState } from '../../platform/address/use-query-state.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { exportOrder } from '../../ui/list/export-order.ts';
import { localToday } from '../../ui/list/period.ts';
import { useNow } from '../../ui/use-now.ts';

/** Shows the spreadsheet export of the filtered history, for the page's head. */
function HistoryExport() {
  const [state] = useQueryState(historySchema);
  const { page: _page, size: _size, ...filter } = historyQueryOf(state, localToday(new Date(useNow())));
  return <ExportButton spelled filename="uploads.xlsx" order={exportOrder('exportUploads', filter)} />;
}

const tabs = ['upload', 'history'] as const;
const address = z.object({ tab: z.enum(tabs).catch('upload') });

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 424px',
  height: '100%',
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' },
  [theme.breakpoints.down('md')]: {
    display: 'flex',
    flexDirection: 'column',
    height: 'auto',
    minHeight: '100%',
  },
}));
const Left = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  backgroundColor: theme.vars.palette.surface.s0,
  [theme.breakpoints.down('md')]: { flex: '1 0 auto' },
}));
/** The page's gutter is wider than the header's own, and its tabs have two backgrounds. */
const Wide = styled('div')(({ theme }) => ({
  padding: '0 4px 0 8px',
  '&& .MuiTab-root.Mui-selected': {
    backgroundColor: theme.vars.palette.card,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.line.main}`,
  },
  [theme.breakpoints.down('md')]: { padding: 0 },
}));
const Alone = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
const ConsentText = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

function HospitalForAll({ hospitals }: { hospitals: readonly Hospital[] }) {
  const { t } = useTranslation('uploads');
  const batch = useBatch();
  const [only] = hospitals;
  if (only === undefined) return null;
  if (hospitals.length > 1) {
    return (
      <Choice
        label={t('hospital.for-all')}
        value={batch.hospital_id ?? ''}
        placeholder={t('hospital.choose')}
        options={hospitals.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(hospital_id) => changeBatch({ hospital_id })}
        width={260}
      />
    );
  }
  return (
    <ConsentText>
      {only.agree_type === 'PAPER' ? t('paper-consent', { name: only.name }) : only.name}
    </ConsentText>
  );
}

type Tab = (typeof tabs)[number];

function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { cards } = useBatch();
  const open = useSendings(useSessionUser().id).filter(isOpen).length;
  const cache = useQueryClient();
  const usual = callQuery('uploadHistory', countQuery(localToday(new Date(useNow()))));
  const { data } = useQuery(usual);
  const soon = useSettled(() => void cache.invalidateQueries({ queryKey: usual.queryKey }));
  useLiveEvent((event) => {
    if (event.type === 'upload') soon();
  });
  const here = cards.length + open;
  return (
    <PillTabs
      label={t('title')}
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'upload', label: t('tab.upload'), count: here > 0 ? format.number(here) : undefined },
        { value: 'history', label: t('tab.history'), count: data ? format.number(data.total) : undefined },
      ]}
    />
  );
}

export function Page() {
  const { t } = useTranslation('uploads');
  const [{ tab }, change] = useQueryState(address);
  const { hospitals, loaded } = useHospitals();
  const { id: user_id } = useSessionUser();
  const onTab = (next: Tab) => change({ ...noHistory, tab: next === 'upload' ? undefined : next }, 'push');
  const header = (actions: React.ReactNode) => (
    <Wide>
      <PageHeader title={t('title')} actions={actions}>
        <Tabs tab={tab} onTab={onTab} />
      </PageHeader>
    </Wide>
  );
  if (tab === 'history') {
    return (
      <Alone>
        {header(<HistoryExport />)}
        <HistoryPane several={loaded && hospitals.length !== 1} />
      </Alone>
    );
  }
  return (
    <Frame>
      <Left>
        {header(<HospitalForAll hospitals={hospitals} />)}
        <BatchPane hospitals={hospitals} loaded={loaded} />
      </Left>
      <QueuePane onFiles={(files) => void takeFiles(user_id, files)} />
    </Frame>
  );
}

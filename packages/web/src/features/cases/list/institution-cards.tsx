/** Shows what the hospital has to do: recordings to request, unread reports, critical findings, late reports. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { SirenIcon } from '@phosphor-icons/react';
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { OutputOf } from '@rhythmdesk/contract/route';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useCaseName } from '../model/case-name.ts';
import { viewChange } from '../model/list-state.ts';
import { showReport } from '../model/list-trail.ts';
import { type ListPageModel, retryMs } from './use-list-page.ts';

const Cards = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
});
const Card = styled('section', { shouldForwardProp: (prop) => prop !== 'alarm' })<{ alarm?: boolean }>(
  ({ theme, alarm = false }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 16,
    minHeight: 62,
    padding: '8px 14px 8px 16px',
    borderRadius: 10,
    border: `1px solid ${alarm ? theme.vars.palette.error.main : theme.vars.palette.line.main}`,
    backgroundColor: theme.vars.palette.card,
    '& > strong': {
      minWidth: 28,
      fontSize: textSize.figure,
      lineHeight: '36px',
      fontWeight: 600,
      letterSpacing: '-.022em',
    },
    '& h2': {
      margin: 0,
      fontSize: textSize.body,
      lineHeight: '20px',
      fontWeight: 600,
      color: alarm ? theme.vars.palette.error.main : theme.vars.palette.text.primary,
    },
    '& p': {
      margin: 0,
      fontSize: textSize.small,
      lineHeight: '16px',
      color: theme.vars.palette.text.secondary,
    },
    '& > div': { flex: 1, minWidth: 0 },
  }),
);

type Model = Pick<ListPageModel, 'counts' | 'countsFault' | 'institution' | 'onState' | 'open'>;
type Unread = OutputOf<typeof caseRoutes.unreadReports>;

/** A figure that could not be fetched; `retry` requests it again. */
type Fault = Model['countsFault'];

/** Reports whose notification the user has not read; refetched whenever the notifications are. */
function useUnread({ institution }: Model): { unread: Unread | undefined; fault: Fault } {
  const { dataUpdatedAt } = useQuery(callQuery('notifications', {}));
  const input = institution === null ? {} : { hospital_id: institution };
  const { data, error, refetch } = useQuery({
    queryKey: ['unreadReports', input, dataUpdatedAt],
    queryFn: ({ signal }) => api.call('unreadReports', input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { status } }) => (status === 'error' ? retryMs : false),
  });
  const fault = error === null || data !== undefined ? null : { retry: () => void refetch() };
  return { unread: data, fault };
}

type CriticalCardProps = { unread: Unread | undefined; open: (case_id: number) => void };

function CriticalCard({ unread, open }: CriticalCardProps) {
  const { t } = useTranslation('case-list');
  const caseName = useCaseName();
  const newest = unread?.newest_critical ?? null;
  if (unread === undefined || newest === null) return null;
  return (
    <Card alarm role="alert">
      <SirenIcon size={28} weight="fill" color="var(--rd-palette-error-main)" aria-hidden="true" />
      <div>
        <h2>{t('card.critical', { count: unread.critical })}</h2>
        <p>{caseName(newest)}</p>
      </div>
      <Button size="small" color="error" variant="outlined" onClick={() => open(newest.case_id)}>
        {t('card.critical.act')}
      </Button>
    </Card>
  );
}

type CountCardProps = {
  name: 'ready' | 'unread' | 'overdue';
  /** Undefined until the server has answered; never shown as 0. */
  count: number | undefined;
  fault: Fault;
  onAct: () => void;
};

function CountCard({ name, count, fault, onAct }: CountCardProps) {
  const { t } = useTranslation('case-list');
  const { t: frame } = useTranslation('dialogs');
  const format = useFormat();
  const unknown = fault === null ? '…' : '–';
  return (
    <Card>
      <strong aria-busy={count === undefined && fault === null}>
        {count === undefined ? unknown : format.number(count)}
      </strong>
      <div>
        <h2>{t(`card.${name}`)}</h2>
        <p role={fault === null ? undefined : 'status'}>
          {fault === null ? t(`card.${name}.body`) : t('card.failed')}
        </p>
      </div>
      {fault === null ? null : (
        <Button size="small" onClick={fault.retry}>
          {frame('try-again')}
        </Button>
      )}
      {count !== undefined && count > 0 ? (
        <Button size="small" onClick={onAct}>
          {t(`card.${name}.act`)}
        </Button>
      ) : null}
    </Card>
  );
}

export function InstitutionCards({ model }: { model: Model }) {
  const { counts, countsFault, onState } = model;
  const { unread, fault } = useUnread(model);
  const newest = unread?.newest ?? null;
  return (
    <Cards>
      <CountCard
        name="ready"
        count={counts?.ready}
        fault={countsFault}
        onAct={() => onState(viewChange('ready'), 'push')}
      />
      <CountCard
        name="unread"
        count={unread?.total}
        fault={fault}
        onAct={() => newest !== null && model.open(newest, showReport)}
      />
      <CountCard
        name="overdue"
        count={counts?.overdue}
        fault={countsFault}
        onAct={() => onState(viewChange('overdue'), 'push')}
      />
      <CriticalCard unread={unread} open={model.open} />
    </Cards>
  );
}

/** What waits for the hospital: recordings to request, reports not yet read, critical findings, late reports. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { SirenIcon } from '@phosphor-icons/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useCaseName } from '../model/case-name.ts';
import { defaultPeriodDays, viewChange } from '../model/list-state.ts';
import { lastDays } from '../../../ui/list/period.ts';
import type { ListPageModel } from './use-list-page.ts';

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

/** Reports that came and whose notification nobody here has read. */
const reportCodes: ReadonlySet<string> = new Set(['completed', 'corrected']);

function useUnread(): readonly number[] {
  const { data } = useQuery(callQuery('notifications', {}));
  const unread = data?.items.filter(({ status, code }) => status === 'N' && reportCodes.has(code)) ?? [];
  return [...new Set(unread.flatMap(({ patch_id }) => (patch_id === null ? [] : [patch_id])))];
}

function useCritical({ institution, today }: ListPageModel, unread: readonly number[]) {
  const { from, to } = lastDays(today, defaultPeriodDays);
  const hospital = institution === null ? {} : { hospital_id: [institution] };
  const { data } = useQuery({
    ...callQuery('cases', {
      view: 'completed',
      severity: ['critical'],
      from_time: from,
      to_time: to,
      size: 100,
      ...hospital,
    }),
    enabled: unread.length > 0,
  });
  return data?.items.filter(({ case_id }) => unread.includes(case_id)) ?? [];
}

function CriticalCard({ model, unread }: { model: ListPageModel; unread: readonly number[] }) {
  const { t } = useTranslation('case-list');
  const caseName = useCaseName();
  const critical = useCritical(model, unread);
  const [first] = critical;
  if (first === undefined) return null;
  return (
    <Card alarm role="alert">
      <SirenIcon size={28} weight="fill" color="var(--rd-palette-error-main)" aria-hidden="true" />
      <div>
        <h2>{t('card.critical', { count: critical.length })}</h2>
        <p>{caseName(first)}</p>
      </div>
      <Button size="small" color="error" variant="outlined" onClick={() => model.open(first.case_id)}>
        {t('card.critical.act')}
      </Button>
    </Card>
  );
}

type CountCardProps = { name: 'ready' | 'unread' | 'overdue'; count: number; onAct: () => void };

function CountCard({ name, count, onAct }: CountCardProps) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  return (
    <Card>
      <strong>{format.number(count)}</strong>
      <div>
        <h2>{t(`card.${name}`)}</h2>
        <p>{t(`card.${name}.body`)}</p>
      </div>
      {count > 0 ? (
        <Button size="small" onClick={onAct}>
          {t(`card.${name}.act`)}
        </Button>
      ) : null}
    </Card>
  );
}

export function InstitutionCards({ model }: { model: ListPageModel }) {
  const { counts, onState } = model;
  const unread = useUnread();
  const [first] = unread;
  return (
    <Cards>
      <CountCard name="ready" count={counts?.ready ?? 0} onAct={() => onState(viewChange('ready'), 'push')} />
      <CountCard name="unread" count={unread.length} onAct={() => first !== undefined && model.open(first)} />
      <CountCard
        name="overdue"
        count={counts?.overdue ?? 0}
        onAct={() => onState(viewChange('overdue'), 'push')}
      />
      <CriticalCard model={model} unread={unread} />
    </Cards>
  );
}

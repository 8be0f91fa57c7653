/** Shows users of level 5 how many cases still have figures of an earlier engine, and the button that renews them. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { can } from '@rhythmdesk/domain/people/can';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';

const outdatedQuery = callQuery('outdatedAnalyses', {});
/** Interval at which the counts are refetched while analyses are running. */
const refreshMs = 15_000;

const Bar = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  margin: '0 16px 12px',
  padding: '8px 12px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  '& p': { margin: 0, flex: '1 1 260px' },
}));

function Counts() {
  const { t } = useTranslation('accuracy');
  const format = useFormat();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    ...outdatedQuery,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? refreshMs : false),
  });
  if (data === undefined) return null;
  const renew = async (): Promise<void> => {
    setBusy(true);
    try {
      cache.setQueryData(outdatedQuery.queryKey, await api.call('renewAnalyses', {}));
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
    }
  };
  const { outdated, waiting, current_engine: version } = data;
  return (
    <Bar aria-label={t('renew.title')}>
      <p role="status">
        {outdated === 0
          ? t('renew.none', { version })
          : t('renew.outdated', { count: outdated, number: format.number(outdated), version })}
        {waiting > 0 ? ` ${t('renew.waiting', { count: waiting, number: format.number(waiting) })}` : null}
      </p>
      {outdated > 0 ? (
        <Button variant="outlined" disabled={busy} onClick={() => void renew()}>
          {t('renew')}
        </Button>
      ) : null}
    </Bar>
  );
}

export function OutdatedAnalyses() {
  const { user_role } = useSessionUser();
  return can(user_role, 'analysis.renew') === 'never' ? null : <Counts />;
}

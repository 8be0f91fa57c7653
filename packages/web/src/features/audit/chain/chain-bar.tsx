/**
 * Shows whether the chains of the audit log and of the case histories are intact, when that was verified, and a button
 * to verify now.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ChainProof } from '@rhythmdesk/contract/audit';
import { ArrowsClockwiseIcon, LinkBreakIcon, LinkIcon } from '@phosphor-icons/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ChainFaults } from './chain-faults.tsx';

const proofQuery = callQuery('chainProof', {});
const underWayMs = 2_000;

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 24px',
  padding: '6px 16px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.text.secondary,
  [theme.breakpoints.down('md')]: { padding: '6px 16px' },
}));
const State = styled('strong', { shouldForwardProp: (prop) => prop !== 'tone' })<{
  tone: 'success' | 'error' | 'none';
}>(({ theme, tone }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontWeight: 600,
  color: tone === 'none' ? theme.vars.palette.text.primary : theme.vars.palette[tone].main,
}));

/** Returns the state of the chains, refetched every two seconds while they are being verified. */
function useChains() {
  const cache = useQueryClient();
  const { data, isError } = useQuery({
    ...proofQuery,
    refetchInterval: ({ state }) => (typeof state.data?.asked_at === 'string' ? underWayMs : false),
  });
  const prove = useMutation({
    mutationFn: () => api.call('proveChains', {}),
    onSuccess: (state) => cache.setQueryData(proofQuery.queryKey, state),
  });
  return { state: data, isError, prove };
}

function Verdict({ proof }: { proof: ChainProof | null }) {
  const { t } = useTranslation('audit');
  if (proof === null) return <State tone="none">{t('chain.unproved')}</State>;
  const whole = proof.fault_count === 0;
  return (
    <State tone={whole ? 'success' : 'error'} role={whole ? undefined : 'alert'}>
      {whole ? <LinkIcon size={16} aria-hidden="true" /> : <LinkBreakIcon size={16} aria-hidden="true" />}
      {whole ? t('chain.whole') : t('chain.broken', { count: proof.fault_count })}
    </State>
  );
}

function Figures({ proof }: { proof: ChainProof }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { audit_rows, history_rows, cases, rows_since, ended_at, ms, anchored_at } = proof;
  const number = (value: number): string => format.number(value);
  const at = format.instant('dateTime', ended_at);
  const seconds = format.number(Math.max(1, Math.round(ms / 1000)));
  return (
    <>
      <span>{t('chain.rows', { rows: number(audit_rows), at, seconds, since: number(rows_since) })}</span>
      <span>{t('chain.history', { rows: number(history_rows), cases: number(cases) })}</span>
      <span>
        {anchored_at === null
          ? t('chain.unanchored')
          : t('chain.anchored', { at: format.instant('dateTime', anchored_at) })}
      </span>
    </>
  );
}

export function ChainBar() {
  const { t } = useTranslation('audit');
  const { state, isError, prove } = useChains();
  if (state === undefined)
    return (
      <Bar aria-busy={!isError}>
        <span>{t(isError ? 'chain.unknown' : 'chain.reading')}</span>
      </Bar>
    );
  const busy = prove.isPending || state.asked_at !== null;
  return (
    <section aria-label={t('chain')}>
      <Bar>
        <Verdict proof={state.proof} />
        {state.proof === null ? null : <Figures proof={state.proof} />}
        <Button
          size="small"
          sx={{ marginLeft: 'auto' }}
          disabled={busy}
          startIcon={<ArrowsClockwiseIcon size={16} aria-hidden="true" />}
          onClick={() => prove.mutate()}
        >
          {t(busy ? 'chain.proving' : 'chain.prove')}
        </Button>
      </Bar>
      {state.proof === null ? null : <ChainFaults proof={state.proof} />}
    </section>
  );
}

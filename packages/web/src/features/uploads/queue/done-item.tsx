/** A recording that arrived: when, and the next thing for who may do it, the request for analysis. */
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { CheckCircleIcon, XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { engine } from './engine.ts';
import { FactLine, ItemFrame } from './item-frame.tsx';
import type { Sending } from './sending.ts';

function NextStep({ row, sending }: { row: CaseRow; sending: Sending }) {
  const { t } = useTranslation('uploads');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { case_id, version, actions } = row;
  const request = useMutation({
    mutationFn: () =>
      api.call('case/request', { case_id, version }, { idempotency_key: `${sending.id}-${String(version)}` }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['cases'] }),
  });
  if (actions.includes('request')) {
    return (
      <Button disabled={request.isPending} onClick={() => request.mutate()}>
        {t('request-analysis')}
      </Button>
    );
  }
  return (
    <Button
      variant="text"
      sx={{ padding: '0 4px' }}
      aria-label={t('open-case', { hn_id: sending.hn_id })}
      onClick={() => void navigate({ to: `/detail/${String(case_id)}` })}
    >
      <CaseStatusChip row={row} />
    </Button>
  );
}

export function DoneItem({ sending }: { sending: Sending }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { case_id, ended_ms, hn_id, id } = sending;
  const { data } = useQuery({
    ...callQuery('cases', { case_id: case_id ?? 1, size: 1 }),
    enabled: case_id !== null,
  });
  const row = data?.items[0];
  return (
    <ItemFrame
      sending={sending}
      mark={<CheckCircleIcon size={17} weight="fill" />}
      tone="success"
      buttons={
        <>
          {row ? <NextStep row={row} sending={sending} /> : null}
          <IconButton
            name={t('remove-named', { name: hn_id })}
            size="small"
            onClick={() => void engine.remove(id)}
          >
            <XIcon size={14} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <FactLine>{t('state.done', { time: format.instant('time', ended_ms ?? sending.added_ms) })}</FactLine>
    </ItemFrame>
  );
}

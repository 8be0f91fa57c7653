/** Shows a recording that has arrived: its time and, for users who may do it, the button to request the analysis. */
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { Link } from '@tanstack/react-router';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { CheckCircleIcon, XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { engine } from './engine.ts';
import { FactLine, ItemFrame } from './item-frame.tsx';
import type { Sending } from './sending.ts';

const CaseLink = styled(Link)({ display: 'inline-flex', borderRadius: 11, textDecoration: 'none' });
const Refused = styled('div')(({ theme }) => ({
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.warning.main,
}));

/** Stays in place after it was pressed, so that no other control comes under the pointer. */
function RequestButton({ row, sending }: { row: CaseRow; sending: Sending }) {
  const { t } = useTranslation('uploads');
  const cache = useQueryClient();
  const { case_id, version, actions } = row;
  const request = useMutation({
    mutationFn: () =>
      api.call('case/request', { case_id, version }, { idempotency_key: `${sending.id}-${String(version)}` }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['cases'] }),
  });
  if (!actions.includes('request') && !request.isSuccess) return null;
  return (
    <Button disabled={request.isPending || request.isSuccess} onClick={() => request.mutate()}>
      {t(request.isSuccess ? 'requested' : 'request-analysis')}
    </Button>
  );
}

function StatusLink({ row, hn_id }: { row: CaseRow; hn_id: string }) {
  const { t } = useTranslation('uploads');
  return (
    <CaseLink to={`/detail/${String(row.case_id)}`} aria-label={t('open-case', { hn_id })}>
      <CaseStatusChip row={row} />
    </CaseLink>
  );
}

export function DoneItem({ sending }: { sending: Sending }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { case_id, ended_ms, hn_id, id, request_refused } = sending;
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
          {row ? <RequestButton row={row} sending={sending} /> : null}
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
      <FactLine>
        <span>{t('state.done', { time: format.instant('time', ended_ms ?? sending.added_ms) })}</span>
        {row ? <StatusLink row={row} hn_id={hn_id} /> : null}
      </FactLine>
      {request_refused === null ? null : (
        <Refused role="alert">{t('not-requested', { why: request_refused })}</Refused>
      )}
    </ItemFrame>
  );
}

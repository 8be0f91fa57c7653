/** Closes a month in a dialog: open issues are listed first, and must be acknowledged if there are any. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { CheckCircleIcon, WarningIcon } from '@phosphor-icons/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import { InvoiceDialog, useInvoicesAnew } from './invoice-dialog.tsx';

type Checklist = OutputOf<Routes['invoiceChecklist']>;

const Point = styled('section')(({ theme }) => ({
  '& h3': { display: 'flex', gap: 8, margin: 0, fontSize: textSize.body, fontWeight: 600 },
  '& h3 > svg': { flex: 'none', marginTop: 2, color: theme.vars.palette.warning.main },
  '& ul': {
    margin: '4px 0 0',
    padding: '0 0 0 24px',
    maxHeight: 120,
    overflow: 'auto',
    listStyle: 'none',
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
  },
  '& .id': { fontFamily: 'var(--font-mono)', marginRight: 12 },
}));
const Clear = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: 0,
  '& > svg': { flex: 'none', marginTop: 2, color: theme.vars.palette.success.main },
}));

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Point>
      <h3>
        <WarningIcon size={16} weight="fill" aria-hidden="true" />
        {title}
      </h3>
      <ul>{children}</ul>
    </Point>
  );
}

function Cases({ points, count }: { points: Checklist['unpriced']; count: number }) {
  const { t } = useTranslation('invoices');
  return (
    <>
      {points.map(({ case_id, hn_id, hospital }) => (
        <li key={case_id}>
          <span className="id">{hn_id}</span>
          <span lang={nameLanguage(hospital.name)}>{hospital.name}</span>
        </li>
      ))}
      {count > points.length ? <li>{t('close.more', { count: count - points.length })}</li> : null}
    </>
  );
}

function Points({ list }: { list: Checklist }) {
  const { t } = useTranslation('invoices');
  const { unpriced_count, correction_count, unpriced, corrections, without_address, unprintable } = list;
  return (
    <>
      {unpriced_count === 0 && correction_count === 0 ? (
        <Clear>
          <CheckCircleIcon size={16} weight="fill" aria-hidden="true" />
          {t('close.clear')}
        </Clear>
      ) : null}
      {unpriced_count === 0 ? null : (
        <Warning title={t('close.unpriced', { count: unpriced_count })}>
          <Cases points={unpriced} count={unpriced_count} />
        </Warning>
      )}
      {correction_count === 0 ? null : (
        <Warning title={t('close.corrections', { count: correction_count })}>
          <Cases points={corrections} count={correction_count} />
        </Warning>
      )}
      {without_address.length === 0 ? null : (
        <Warning title={t('close.addresses', { count: without_address.length })}>
          {without_address.map(({ id, name }) => (
            <li key={id} lang={nameLanguage(name)}>
              {name}
            </li>
          ))}
        </Warning>
      )}
      {unprintable.length === 0 ? null : (
        <Warning title={t('close.unprintable')}>
          {unprintable.map(({ group: { id, name }, characters }) => (
            <li key={id} lang={nameLanguage(name)}>
              {name}: {characters.join(' ')}
            </li>
          ))}
        </Warning>
      )}
    </>
  );
}

export type CloseDialogProps = { month: string; monthName: string; onClose: () => void };

export function CloseDialog({ month, monthName, onClose }: CloseDialogProps) {
  const { t } = useTranslation('invoices');
  const anew = useInvoicesAnew();
  /** The text of the points that the user acknowledged: other points have to be acknowledged again. */
  const [seen, setSeen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ ...callQuery('invoiceChecklist', { month }), staleTime: 0 });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ unpriced_count, correction_count }: Checklist) =>
      api.call('closeInvoiceMonth', { month, unpriced_count, correction_count }),
    onSuccess: ({ invoices }) => {
      showToast(t('closed.toast', { month: monthName, count: invoices }));
      anew();
      onClose();
    },
    // The list may have changed while the user read it.
    onError: () => void refetch(),
  });
  const points = JSON.stringify(data ?? null);
  const isSeen = seen === points;
  const isClear = data !== undefined && data.unpriced_count === 0 && data.correction_count === 0;
  return (
    <InvoiceDialog
      title={t('close.title', { month: monthName })}
      act={t('close', { month: monthName })}
      disabled={data === undefined || isPending || !(isClear || isSeen)}
      onAct={() => {
        if (data !== undefined) mutate(data);
      }}
      onClose={onClose}
    >
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton height={140} /> : null}
      {data === undefined ? null : (
        <>
          <Typography color="textSecondary">{t('close.lead', { count: data.account_count })}</Typography>
          <Points list={data} />
        </>
      )}
      {data === undefined || isClear ? null : (
        <FormControlLabel
          control={
            <Checkbox checked={isSeen} onChange={({ target }) => setSeen(target.checked ? points : null)} />
          }
          label={t('close.acknowledge')}
        />
      )}
    </InvoiceDialog>
  );
}

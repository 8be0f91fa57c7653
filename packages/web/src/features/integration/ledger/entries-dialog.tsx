/** Lists what is behind a number of the ledger: each message or case, with one press to it. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import type { LedgerEntry } from '@rhythmdesk/contract/ledger';
import { openFigures } from '@rhythmdesk/domain/integration/ledger';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { PressedFigure } from './ledger-state.ts';

const Rows = styled('ul')({ display: 'grid', gap: 0, margin: 0, padding: 0, listStyle: 'none' });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 44,
  padding: '6px 0',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& .quiet': { color: theme.vars.palette.text.secondary },
  '& .space': { flex: 1 },
  '& a': {
    fontFamily: 'var(--font-mono)',
    fontSize: textSize.small,
    color: theme.vars.palette.primary.main,
  },
}));

const keyOf = ({ figure, at, case_id, message_id }: LedgerEntry): string =>
  `${figure} ${at} ${String(case_id)} ${String(message_id)}`;
const isOpen = ({ figure }: LedgerEntry): boolean => openFigures.some((each) => each === figure);

function Entry({ entry, onMessage }: { entry: LedgerEntry; onMessage: (message_id: number) => void }) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const nowMs = useNow();
  const { figure, at, hospital, case_id, hn_id, message_id, partner_name } = entry;
  return (
    <Row>
      <Tag tone={isOpen(entry) ? 'error' : 'neutral'}>{t(`figure.${figure}`)}</Tag>
      <span className="quiet">{format.moment(at, nowMs)}</span>
      <span lang={nameLanguage(hospital.name)}>{hospital.name}</span>
      {partner_name === null ? null : <span lang={nameLanguage(partner_name)}>{partner_name}</span>}
      <span className="space" />
      {case_id === null ? null : <Link to={`/detail/${String(case_id)}`}>{hn_id}</Link>}
      {message_id === null ? null : (
        <Button size="small" variant="outlined" onClick={() => onMessage(message_id)}>
          {t('open-message', { id: message_id })}
        </Button>
      )}
    </Row>
  );
}

type Props = {
  readonly pressed: PressedFigure;
  readonly onMessage: (message_id: number) => void;
  readonly onClose: () => void;
};

export function EntriesDialog({ pressed: { range, figures }, onMessage, onClose }: Props) {
  const { t } = useTranslation('ledger');
  const [page, setPage] = useState(1);
  const input = { ...range, figure: [...figures] };
  const { data, error, refetch } = useQuery({
    ...callQuery('ledgerEntries', { ...input, page, size: 50 }),
    placeholderData: keepPreviousData,
  });
  const [only] = figures;
  const title = figures.length === 1 && only !== undefined ? t(`figure.${only}`) : t('entries');
  return (
    <Dialog open onClose={onClose} aria-labelledby="entries-title" fullWidth maxWidth="md">
      <DialogTitle id="entries-title">{title}</DialogTitle>
      <DialogContent>
        {data !== undefined ? (
          <Rows>
            {data.items.map((entry) => (
              <Entry key={keyOf(entry)} entry={entry} onMessage={onMessage} />
            ))}
          </Rows>
        ) : error === null ? (
          <GridSkeleton />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
        {data?.total === 0 ? <EmptyState title={t('empty')} /> : null}
      </DialogContent>
      <DialogActions>
        <ExportButton filename="ledger.xlsx" order={exportOrder('exportLedger', input)} />
        <Pager page={data ?? null} onPage={setPage} />
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

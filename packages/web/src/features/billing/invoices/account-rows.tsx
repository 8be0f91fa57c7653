/**
 * Lists the cases and adjustments of an account's month, each with a button to adjust it. A row has few columns, so that
 * its amount is visible in the narrow preview.
 */
import { styled } from '@mui/material/styles';
import type { InvoiceAccount, InvoiceDetail } from '@rhythmdesk/contract/invoices';
import { LightningIcon, PencilSimpleLineIcon } from '@phosphor-icons/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { PreviewWaiting } from '../../../ui/list/preview-parts.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';

const rowsShown = 25;

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: textSize.small,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { height: 36, padding: '3px 6px', textAlign: 'left' },
  '& th': { height: 32, fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& tr': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
  '& th:first-of-type': { width: 126 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 8 },
  '& .id': { fontFamily: 'var(--font-mono)' },
  '& .id, & .number': { whiteSpace: 'nowrap' },
  '& .number': { textAlign: 'right', fontWeight: 600 },
  '& .urgent': { color: theme.vars.palette.error.main, verticalAlign: -2, marginRight: 4 },
  '& .under': { display: 'block', color: theme.vars.palette.text.secondary },
  '& .reason': { color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
}));
const Foot = styled('div')({ display: 'flex', justifyContent: 'flex-end', padding: '6px 12px' });

type RowProps = { row: InvoiceDetail; timeZone: string; onAdjust: (row: InvoiceDetail) => void };

/** When the recording was uploaded and started, below the time of its confirmation. */
function Times({ row, timeZone }: Omit<RowProps, 'onAdjust'>) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { uploaded_at, started_at, confirmed_at } = row;
  const at = (time: string) => format.instant('dayTime', time, timeZone);
  return (
    <>
      {at(confirmed_at)}
      <span className="under">{t('row.uploaded', { time: at(uploaded_at) })}</span>
      {started_at === null ? null : (
        <span className="under">{t('row.started', { time: at(started_at) })}</span>
      )}
    </>
  );
}

/** How urgent the case was, and when the patch was worn, below its identifiers. */
function Worn({ row }: { row: InvoiceDetail }) {
  const { t: word } = useTranslation('words');
  const format = useFormat();
  const { priority, worn_from, worn_until } = row;
  return (
    <>
      <span className="under">
        {priority === 'urgent' ? (
          <LightningIcon className="urgent" size={13} weight="fill" aria-hidden="true" />
        ) : null}
        {word(`priority.${priority}`)}
      </span>
      {worn_from === null || worn_until === null ? null : (
        <span className="under">
          {format.range('day', Date.parse(worn_from), Date.parse(worn_until), 'UTC')}
        </span>
      )}
    </>
  );
}

function What({ row, timeZone }: Omit<RowProps, 'onAdjust'>) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { adjustment } = row;
  if (adjustment === null)
    return (
      <td>
        <Times row={row} timeZone={timeZone} />
      </td>
    );
  const month = format.instant('month', `${adjustment.case_month}-01T00:00:00Z`, 'UTC');
  return (
    <td className="reason" title={adjustment.created_by}>
      {t(`kind.${adjustment.kind}`, { month })}
      <br />
      {adjustment.reason}
    </td>
  );
}

function Row({ row, timeZone, onAdjust }: RowProps) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { currency, amount_minor, hn_id, patient_id } = row;
  return (
    <tr>
      <td>
        <span className="id">{hn_id}</span>
        {patient_id === null ? null : <span className="under">{t('row.patient', { id: patient_id })}</span>}
        {row.kind === 'case' ? <Worn row={row} /> : null}
      </td>
      <What row={row} timeZone={timeZone} />
      <td className="number">
        {currency === null || amount_minor === null ? '–' : format.money(amount_minor, currency)}
      </td>
      <td>
        {row.kind === 'case' ? (
          <IconButton size="small" name={t('adjust', { hn: hn_id })} onClick={() => onAdjust(row)}>
            <PencilSimpleLineIcon size={14} aria-hidden="true" />
          </IconButton>
        ) : null}
      </td>
    </tr>
  );
}

function Heads() {
  const { t } = useTranslation('invoices');
  return (
    <thead>
      <tr>
        <th scope="col">
          {t('column.hn')}
          <span className="under">{t('column.worn')}</span>
        </th>
        <th scope="col">{t('column.confirmed')}</th>
        <th scope="col" className="number">
          {t('column.price')}
        </th>
        <td />
      </tr>
    </thead>
  );
}

export type AccountRowsProps = { account: InvoiceAccount; month: string; timeZone: string };

export function AccountRows({ account, month, timeZone }: AccountRowsProps) {
  const [page, setPage] = useState(1);
  const [adjusted, setAdjusted] = useState<InvoiceDetail | null>(null);
  const { hospital, issuer, currency } = account;
  const { data, error, refetch } = useQuery({
    ...callQuery('invoiceRows', {
      month,
      hospital_id: hospital.id,
      issuer_id: issuer.id,
      currency: currency ?? 'none',
      page,
      size: rowsShown,
    }),
    placeholderData: keepPreviousData,
  });
  const failed = error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return failed ?? <PreviewWaiting />;
  return (
    <>
      {failed}
      <Table>
        <Heads />
        <tbody>
          {data.items.map((row, index) => (
            <Row
              key={`${String(row.case_id)} ${row.kind} ${String(index)}`}
              row={row}
              timeZone={timeZone}
              onAdjust={setAdjusted}
            />
          ))}
        </tbody>
      </Table>
      <Foot>
        <Pager page={data} onPage={setPage} />
      </Foot>
      {adjusted === null ? null : <AdjustDialog row={adjusted} onClose={() => setAdjusted(null)} />}
    </>
  );
}

/**
 * Shows a month's accounts as a table: sums by currency, and a row for what each hospital owes each center, with the
 * state of its invoice.
 */
import { styled } from '@mui/material/styles';
import type { InvoiceAccount } from '@rhythmdesk/contract/invoices';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ListTable, RowName } from '../../../ui/list/list-table.ts';
import { accountKey } from '../model/invoice-view.ts';
import { TotalsBar } from '../totals-bar.ts';
import { StateTag } from './state-tag.tsx';

export type MonthAnswer = OutputOf<Routes['invoice']>;

const Table = styled(ListTable)(({ theme }) => ({
  '& tbody tr': { cursor: 'pointer' },
  '& td.name': { maxWidth: 280, fontWeight: 500, color: theme.vars.palette.text.primary },
  '& td.center': { maxWidth: 220 },
  '& td.amount': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& .under': {
    display: 'block',
    fontSize: textSize.small,
    fontWeight: 400,
    color: theme.vars.palette.text.secondary,
  },
  [theme.breakpoints.down('md')]: {
    '& .spare': { display: 'none' },
  },
}));

export function MonthTotals({ answer }: { answer: MonthAnswer }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  return (
    <TotalsBar>
      <div>
        <dt>{t('total.cases')}</dt>
        <dd>{format.number(answer.confirmed_count)}</dd>
      </div>
      {answer.totals.map(({ currency, net_minor, hospital_count, adjustment_count }) => (
        <div key={currency}>
          <dt>
            {format.list([
              t('total.of', { count: hospital_count }),
              ...(adjustment_count === 0 ? [] : [t('adjustments', { count: adjustment_count })]),
            ])}
          </dt>
          <dd>{format.money(net_minor, currency)}</dd>
        </div>
      ))}
    </TotalsBar>
  );
}

type RowProps = { row: InvoiceAccount; isCurrent: boolean; onOpen: (key: string) => void };

function Row({ row, isCurrent, onOpen }: RowProps) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const { hospital, issuer, currency, case_count, urgent_count, net_minor, invoice, adjustment_count } = row;
  return (
    <tr ref={line} data-current={isCurrent} onClick={() => onOpen(accountKey(row))}>
      <td className="name cut" lang={nameLanguage(hospital.name)} title={hospital.name}>
        <RowName type="button" aria-expanded={isCurrent}>
          {hospital.name}
        </RowName>
        {adjustment_count === 0 ? null : (
          <span className="under">{t('adjustments', { count: adjustment_count })}</span>
        )}
      </td>
      <td className="center cut spare" lang={nameLanguage(issuer.name)}>
        {issuer.name}
      </td>
      <td className="number">{format.number(case_count)}</td>
      <td className="number spare">{format.number(urgent_count)}</td>
      <td className="number amount">
        {currency === null ? t('unpriced') : format.money(net_minor, currency)}
      </td>
      <td className="spare">{invoice === null ? null : <StateTag invoice={invoice} />}</td>
    </tr>
  );
}

export type AccountTableProps = {
  answer: MonthAnswer;
  current: string | undefined;
  onOpen: (key: string) => void;
};

export function AccountTable({ answer, current, onOpen }: AccountTableProps) {
  const { t } = useTranslation('invoices');
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('column.hospital')}</th>
          <th scope="col" className="spare">
            {t('column.center')}
          </th>
          <th scope="col" className="number">
            {t('column.cases')}
          </th>
          <th scope="col" className="number spare">
            {t('column.urgent')}
          </th>
          <th scope="col" className="number">
            {t('column.amount')}
          </th>
          <th scope="col" className="spare">
            {t('column.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.items.map((row) => (
          <Row key={accountKey(row)} row={row} isCurrent={accountKey(row) === current} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

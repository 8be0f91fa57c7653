/**
 * Shows the billing as a table: a group per currency with its sum, and in it a row per pair of groups and price policy.
 */
import { styled } from '@mui/material/styles';
import type { BillingRow } from '@rhythmdesk/contract/billing';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { ArrowRightIcon } from '@phosphor-icons/react';
import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ListTable, RowName } from '../../../ui/list/list-table.ts';
import { billingRowKey } from '../model/billing-state.ts';

export type BillingAnswer = OutputOf<Routes['billings']>;

const Table = styled(ListTable)(({ theme }) => ({
  '& tbody tr.row': { cursor: 'pointer' },
  '& td.name': { maxWidth: 260, fontWeight: 500, color: theme.vars.palette.text.primary },
  '& td.to': { maxWidth: 240 },
  '& td.amount': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& tr.group > *': {
    height: 32,
    fontWeight: 600,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.surface.s2,
    borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  },
  '& tr.group th': { position: 'static', boxShadow: 'none', fontSize: textSize.body },
  '& .under': { display: 'none' },
  [theme.breakpoints.down('md')]: {
    '& .spare': { display: 'none' },
    '& .under': {
      display: 'block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      fontSize: textSize.small,
      fontWeight: 400,
      color: theme.vars.palette.text.secondary,
    },
  },
}));

function Heads() {
  const { t } = useTranslation('billing');
  return (
    <thead>
      <tr>
        <th scope="col">{t('column.from')}</th>
        <th scope="col" aria-hidden="true" className="spare" />
        <th scope="col" className="spare">
          {t('column.to')}
        </th>
        <th scope="col" className="spare">
          {t('column.policy')}
        </th>
        <th scope="col" className="number">
          {t('column.count')}
        </th>
        <th scope="col" className="number spare">
          {t('column.urgent')}
        </th>
        <th scope="col" className="number spare">
          {t('column.mean')}
        </th>
        <th scope="col" className="number">
          {t('column.amount')}
        </th>
      </tr>
    </thead>
  );
}

type RowProps = { row: BillingRow; isCurrent: boolean; onOpen: (key: string) => void };

function Row({ row, isCurrent, onOpen }: RowProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const { request_group, response_group, charging_unit, currency, count, urgent, amount_minor } = row;
  const center = response_group?.name ?? t('nobody');
  const money = (amount: number) => (currency === null ? '–' : format.money(amount, currency));
  return (
    <tr ref={line} className="row" data-current={isCurrent} onClick={() => onOpen(billingRowKey(row))}>
      <td className="name cut" lang={nameLanguage(request_group.name)} title={request_group.name}>
        <RowName type="button" aria-expanded={isCurrent}>
          {request_group.name}
        </RowName>
        <span className="under" lang={nameLanguage(center)}>
          {center}
        </span>
      </td>
      <td className="spare">
        <ArrowRightIcon size={14} aria-hidden="true" />
      </td>
      <td className="to cut spare" lang={nameLanguage(center)}>
        {center}
      </td>
      <td className="cut spare">{charging_unit?.name ?? '–'}</td>
      <td className="number">{format.number(count)}</td>
      <td className="number spare">{format.number(urgent)}</td>
      <td className="number spare">{money(Math.round(amount_minor / count))}</td>
      <td className="number amount">{money(amount_minor)}</td>
    </tr>
  );
}

function GroupHead({ currency, answer }: { currency: BillingRow['currency']; answer: BillingAnswer }) {
  const { t, i18n } = useTranslation('billing');
  const format = useFormat();
  const sum = answer.totals.find((each) => each.currency === currency);
  const name =
    currency === null
      ? t('unpriced')
      : (new Intl.DisplayNames([i18n.language], { type: 'currency' }).of(currency) ?? currency);
  return (
    <tr className="group">
      <th scope="colgroup" title={currency === null ? t('unpriced.note') : undefined}>
        {name}
      </th>
      <td className="spare" />
      <td className="spare" />
      <td className="spare" />
      <td className="number">{format.number(sum?.count ?? answer.unpriced)}</td>
      <td className="spare" />
      <td className="spare" />
      <td className="number">{sum === undefined ? '–' : format.money(sum.amount_minor, sum.currency)}</td>
    </tr>
  );
}

export type BillingTableProps = {
  answer: BillingAnswer;
  current: string | undefined;
  onOpen: (key: string) => void;
};

export function BillingTable({ answer, current, onOpen }: BillingTableProps) {
  const { items } = answer;
  return (
    <Table>
      <Heads />
      <tbody>
        {items.map((row, index) => (
          <Fragment key={billingRowKey(row)}>
            {index === 0 || items[index - 1]?.currency !== row.currency ? (
              <GroupHead currency={row.currency} answer={answer} />
            ) : null}
            <Row row={row} isCurrent={billingRowKey(row) === current} onOpen={onOpen} />
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

/** Shows the details of a billing row: its prices by priority and length with their sum, and its months. */
import { styled } from '@mui/material/styles';
import type { BillingLine, BillingRow } from '@rhythmdesk/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { PreviewFrame } from '../../../ui/list/preview-frame.tsx';
import {
  PreviewHead,
  PreviewName,
  PreviewPlaceLine,
  PreviewWaiting,
} from '../../../ui/list/preview-parts.tsx';
import { Section } from '../../../ui/panel.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import type { Period } from '../../../ui/list/period.ts';

const Figures = styled('dl')(({ theme }) => ({
  display: 'flex',
  gap: 28,
  margin: 0,
  '& div': { display: 'flex', flexDirection: 'column-reverse' },
  '& dd': { margin: 0, fontSize: textSize.dialog, lineHeight: '24px', fontWeight: 600 },
  '& dt': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const Lines = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '4px 0', textAlign: 'right', fontWeight: 400 },
  '& thead th': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& tr > th:first-of-type': { textAlign: 'left', paddingRight: 8 },
  '& tbody td:last-of-type, & tfoot td': { fontWeight: 600 },
  '& tfoot > tr > *': { borderTop: `1px solid ${theme.vars.palette.line.main}`, fontWeight: 600 },
}));

type Money = (amount: number) => string;

function LineTable({ lines, money }: { lines: readonly BillingLine[]; money: Money }) {
  const { t } = useTranslation('billing');
  const { t: price } = useTranslation('prices');
  const { t: word } = useTranslation('words');
  const format = useFormat();
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  const amount = lines.reduce((sum, line) => sum + line.amount_minor, 0);
  return (
    <Lines>
      <thead>
        <tr>
          <th scope="col">{t('column.policy')}</th>
          <th scope="col">{t('column.count')}</th>
          <th scope="col">{t('column.price')}</th>
          <th scope="col">{t('column.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.priority} ${line.length_class} ${String(line.price_minor)}`}>
            <th scope="row">
              {t('preview.line', {
                priority: word(`priority.${line.priority}`),
                length: price(`length.${line.length_class}`),
              })}
            </th>
            <td>{format.number(line.count)}</td>
            <td>{line.price_minor === null ? '–' : money(line.price_minor)}</td>
            <td>{money(line.amount_minor)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('preview.sum')}</th>
          <td>{format.number(count)}</td>
          <td />
          <td>{money(amount)}</td>
        </tr>
      </tfoot>
    </Lines>
  );
}

type MonthsProps = {
  months: readonly { month: string; count: number; amount_minor: number }[];
  money: Money;
};

function Months({ months, money }: MonthsProps) {
  const format = useFormat();
  return (
    <Lines>
      <tbody>
        {months.map(({ month, count, amount_minor }) => (
          <tr key={month}>
            <th scope="row">{format.instant('month', `${month}-01T00:00:00Z`, 'UTC')}</th>
            <td>{format.number(count)}</td>
            <td>{money(amount_minor)}</td>
          </tr>
        ))}
      </tbody>
    </Lines>
  );
}

function Made({ row, period, money }: { row: BillingRow; period: Period; money: Money }) {
  const { t } = useTranslation('billing');
  const { response_group, charging_unit } = row;
  const { data, error, refetch } = useQuery(
    callQuery('billingLines', {
      start_time: period.from,
      end_time: period.to,
      request_group_id: row.request_group.id,
      ...(response_group === null ? {} : { response_group_id: response_group.id }),
      ...(charging_unit === null ? {} : { charging_unit_id: charging_unit.id }),
    }),
  );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PreviewWaiting />;
  return (
    <>
      <Section title={charging_unit?.name ?? t('unpriced')}>
        <LineTable lines={data.lines} money={money} />
      </Section>
      <Section title={t('preview.months')}>
        <Months months={data.months} money={money} />
      </Section>
    </>
  );
}

export type BillingPreviewProps = {
  row: BillingRow;
  period: Period;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
};

export function BillingPreview({ row, period, onStep, onClose }: BillingPreviewProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const { request_group, response_group, currency, amount_minor, count, urgent } = row;
  const money = (amount: number) => (currency === null ? '–' : format.money(amount, currency));
  const range = format.range('date', Date.parse(period.from), Date.parse(period.to), 'UTC');
  return (
    <PreviewFrame
      head={currency ?? t('unpriced')}
      previousName={t('previous')}
      nextName={t('next')}
      onStep={onStep}
      onClose={onClose}
    >
      <PreviewHead>
        <PreviewName lang={nameLanguage(request_group.name)}>{request_group.name}</PreviewName>
        <PreviewPlaceLine lang={nameLanguage(response_group?.name ?? '')}>
          <ArrowRightIcon size={13} aria-hidden="true" /> {response_group?.name ?? t('nobody')}
        </PreviewPlaceLine>
        <Figures>
          <div>
            <dt>{range}</dt>
            <dd>{money(amount_minor)}</dd>
          </div>
          <div>
            <dt>{t('preview.cases', { urgent: format.number(urgent) })}</dt>
            <dd>{format.number(count)}</dd>
          </div>
        </Figures>
      </PreviewHead>
      <Made row={row} period={period} money={money} />
    </PreviewFrame>
  );
}

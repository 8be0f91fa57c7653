/** The number of completed cases, and one sum per currency: different currencies are never added. */
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { TotalsBar } from '../totals-bar.ts';
import type { BillingAnswer } from './billing-table.tsx';

export function BillingTotals({ answer }: { answer: BillingAnswer }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  return (
    <TotalsBar>
      <div>
        <dt>{t('total.cases')}</dt>
        <dd>{format.number(answer.count)}</dd>
      </div>
      {answer.totals.map(({ currency, amount_minor, count, request_groups }) => (
        <div key={currency}>
          <dt>{t('total.of', { cases: format.number(count), count: request_groups })}</dt>
          <dd>{format.money(amount_minor, currency)}</dd>
        </div>
      ))}
    </TotalsBar>
  );
}

/** How many cases were confirmed, and one sum a currency: sums of different currencies never meet. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { BillingAnswer } from './billing-table.tsx';

const Bar = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
  margin: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& div': { display: 'flex', flexDirection: 'column-reverse', padding: '12px 24px' },
  '& div + div': { borderLeft: `1px solid ${theme.vars.palette.line.main}` },
  '& dd': {
    margin: 0,
    fontSize: textSize.page,
    lineHeight: '26px',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
  '& dt': { fontSize: textSize.small, lineHeight: '18px', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: '1fr 1fr',
    '& div, & div + div': { padding: '10px 16px', borderLeft: 0 },
  },
}));

export function BillingTotals({ answer }: { answer: BillingAnswer }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  return (
    <Bar>
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
    </Bar>
  );
}

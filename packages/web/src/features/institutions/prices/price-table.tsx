/**
 * Shows the prices of a policy on one day: a row per recording length, a column per priority; a price that was never
 * set is a dash.
 */
import { styled } from '@mui/material/styles';
import type { ChargingUnitView } from '@rhythmdesk/contract/prices';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '2px 0', textAlign: 'right', fontWeight: 400 },
  '& thead th': {
    fontSize: textSize.small,
    lineHeight: '16px',
    fontWeight: 500,
    color: theme.vars.palette.gray,
  },
  '& th:first-of-type': { textAlign: 'left', color: theme.vars.palette.text.secondary },
}));

export type PriceVersion = ChargingUnitView['versions'][number];

export function PriceTable({ version, currency }: { version: PriceVersion; currency: string }) {
  const { t } = useTranslation('prices');
  const { t: word } = useTranslation('words');
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('length')}</th>
          {priorities.map((priority) => (
            <th key={priority} scope="col">
              {word(`priority.${priority}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lengthClasses.map((length) => (
          <tr key={length}>
            <th scope="row">{t(`length.${length}`)}</th>
            {priorities.map((priority) => {
              const amount = version.prices[priority][length];
              return <td key={priority}>{amount === null ? '–' : format.money(amount, currency)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Returns the current prices, else those that begin first. */
export function presentVersion({ versions }: Pick<ChargingUnitView, 'versions'>): PriceVersion | undefined {
  return versions.find(({ in_force }) => in_force) ?? versions[0];
}

/** Shows the prices of an institution's cases: its policy with the current prices, and its earlier policies. */
import { styled } from '@mui/material/styles';
import type { InstitutionHistoryValue } from '@rhythmdesk/contract/institutions';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { PartShown } from '../../../ui/list/part-shown.tsx';
import { Section } from '../../../ui/panel.tsx';
import { presentVersion, PriceTable } from './price-table.tsx';

const Past = styled('ul')(({ theme }) => ({
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  fontSize: textSize.small,
  lineHeight: '18px',
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 8 },
}));

type PolicyName = { readonly id: number; readonly name: string };
const nameOf = (value: InstitutionHistoryValue): string | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value.name : null;

const shown = 5;

function OverTime({ id }: { id: number }) {
  const { t } = useTranslation('prices');
  const format = useFormat();
  const { data } = useQuery(callQuery('institutionHistory', { id, field: 'charging_unit_id', size: shown }));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <>
      <Past aria-label={t('over-time')}>
        {data.items.map((row) => (
          <li key={row.history_id}>
            <span>{nameOf(row.after) ?? t('none')}</span>
            <span>{t('since', { date: format.instant('date', row.created_at) })}</span>
          </li>
        ))}
      </Past>
      <PartShown shown={data.items.length} total={data.total} />
    </>
  );
}

export function PolicyPrices({ unit_id }: { unit_id: number }) {
  const { data } = useQuery(callQuery('chargingUnits', {}));
  const unit = data?.items.find((each) => each.id === unit_id);
  const version = unit === undefined ? undefined : presentVersion(unit);
  return unit === undefined || version === undefined ? null : (
    <PriceTable version={version} currency={unit.currency} />
  );
}

export function PriceSection({ id, unit }: { id: number; unit: PolicyName | null }) {
  const { t } = useTranslation('prices');
  const { t: of } = useTranslation('institutions');
  const name = unit?.name ?? t('none');
  return (
    <Section title={of('column.charging_unit')} note={<span lang={nameLanguage(name)}>{name}</span>}>
      {unit === null ? of('preview.price.none') : <PolicyPrices unit_id={unit.id} />}
      <OverTime id={id} />
    </Section>
  );
}

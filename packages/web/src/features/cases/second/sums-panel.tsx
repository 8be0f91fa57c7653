/**
 * Shows the agreement over all second readings of a period; people are sorted by name, so that this is not a ranking.
 */
import { styled } from '@mui/material/styles';
import type { SecondSums } from '@rhythmdesk/contract/second-readings';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { FigureTable } from './figure-table.tsx';

const Panel = styled('section')(({ theme }) => ({
  padding: '16px 16px 24px',
  '& h2': { margin: '0 0 8px', fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 },
  '& > p': { maxWidth: 620, margin: '12px 0 0', color: theme.vars.palette.text.secondary },
}));
const Figures = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 40px',
  margin: '0 0 16px',
  '& dt': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontSize: textSize.section, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
}));

export function SumsPanel({ sums }: { sums: SecondSums }) {
  const { t } = useTranslation('second');
  const format = useFormat();
  const kappaOf = (kappa: number | null): string => (kappa === null ? '–' : format.number(kappa, 2));
  const { finished, median_kappa, median_share, people } = sums;
  return (
    <Panel aria-label={t('sums')}>
      <h2>
        {t('sums')} · {t('sums.finished', { count: finished })}
      </h2>
      <Figures>
        <div>
          <dt>{t('sums.kappa')}</dt>
          <dd>{kappaOf(median_kappa)}</dd>
        </div>
        <div>
          <dt>{t('sums.share')}</dt>
          <dd>{median_share === null ? '–' : format.percent(median_share)}</dd>
        </div>
      </Figures>
      <FigureTable>
        <thead>
          <tr>
            <th scope="col">{t('sums.person')}</th>
            <th scope="col">{t('sums.as-first')}</th>
            <th scope="col">{t('sums.as-second')}</th>
            <th scope="col">{t('sums.kappa')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ person, as_first, as_second, median_kappa: own }) => (
            <tr key={person.id}>
              <th scope="row" lang={nameLanguage(person.name)}>
                {person.name}
              </th>
              <td>{format.number(as_first)}</td>
              <td>{format.number(as_second)}</td>
              <td>{kappaOf(own)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <p>{t('sums.note')}</p>
    </Panel>
  );
}

/**
 * Shows `/accuracy`: how reliable the automatic analysis is, with method and limits before the figures. The figures
 * belong to the engine that this page was built with; docs/accuracy.md is made from the same ones.
 */
import { styled } from '@mui/material/styles';
import { accuracyTableKeys } from '@rhythmdesk/ecg/scoring/accuracy';
import { accuracyFigures } from '@rhythmdesk/ecg/scoring/accuracy-figures';
import { useTranslation } from 'react-i18next';
import { accuracyLimits, accuracyMethods } from '../../../platform/texts/accuracy-points.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { AccuracyTable } from './accuracy-table.tsx';
import { OutdatedAnalyses } from './outdated-analyses.tsx';

const Text = styled('article')(({ theme }) => ({
  padding: '0 16px 48px',
  '& h2': { margin: '20px 0 4px', fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 },
  '& ul': { margin: 0, paddingLeft: 20 },
  '& li': { margin: '4px 0' },
  [theme.breakpoints.up('lg')]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 440px) minmax(0, 1040px)',
    gap: 48,
    alignItems: 'start',
    '& > div:first-of-type': { position: 'sticky', top: 0 },
  },
}));
const Engine = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));
const Lead = styled('p')({ margin: '4px 0 0' });

export function Page() {
  const { t } = useTranslation('accuracy');
  return (
    <>
      <PageHeader title={t('title')}>
        <Engine>{t('engine', { version: accuracyFigures.engine_version })}</Engine>
      </PageHeader>
      <OutdatedAnalyses />
      <Text>
        <div>
          <h2>{t('limits')}</h2>
          <ul>
            {accuracyLimits.map((point) => (
              <li key={point}>{t(`limits.${point}`)}</li>
            ))}
          </ul>
          <h2>{t('method')}</h2>
          <Lead>{t('lead')}</Lead>
          <ul>
            {accuracyMethods.map((point) => (
              <li key={point}>{t(`method.${point}`)}</li>
            ))}
          </ul>
        </div>
        <div>
          {accuracyTableKeys.map((table) => (
            <AccuracyTable key={table} table={table} rows={accuracyFigures.tables[table]} />
          ))}
        </div>
      </Text>
    </>
  );
}

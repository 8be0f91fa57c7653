/** Says what the colours of the plots mean: the classes of the beats that the reading has, and fibrillation. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useTraceColours } from '../../../../trace/paint/use-trace-colours.ts';
import { type PlotColour, plotColours } from './plot-model.ts';
import { plotColour } from './plot-pictures.tsx';

const Legend = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 10px',
  margin: '0 0 0 auto',
  padding: 0,
  listStyle: 'none',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 4 },
  '& i': { width: 10, height: 10, borderRadius: 2 },
}));

export function PlotLegend({ colours }: { readonly colours: Uint8Array }) {
  const { t } = useTranslation('desk');
  const theme = useTraceColours();
  const there = new Set(colours);
  const named = (colour: PlotColour): string => {
    if (colour === 'af') return t('kind.af');
    return colour === 'other' ? t('plots.other') : colour;
  };
  return (
    <Legend aria-label={t('plots.legend')}>
      {plotColours.map((colour, i) =>
        there.has(i) ? (
          <li key={colour}>
            <i aria-hidden="true" style={{ backgroundColor: plotColour(theme, colour) }} />
            {named(colour)}
          </li>
        ) : null,
      )}
      <li>{t('plots.density')}</li>
    </Legend>
  );
}

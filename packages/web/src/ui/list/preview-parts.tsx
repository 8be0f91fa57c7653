/** Provides the parts of a row's preview: its name, its kind, its actions, facts as pairs, and the loading state. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { textSize } from '../../platform/theme/type-scale.ts';
import { Loading } from '../states/after-delay.tsx';

export const PreviewHead = styled('div')({ padding: '4px 16px 12px' });
export const PreviewName = styled('h2')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  margin: '0 0 2px',
  fontSize: textSize.dialog,
  lineHeight: '26px',
  fontWeight: 600,
  '& > svg': { color: theme.vars.palette.text.secondary },
}));
export const PreviewPlaceLine = styled('p')(({ theme }) => ({
  margin: '0 0 10px',
  color: theme.vars.palette.text.secondary,
}));
export const PreviewActs = styled('div')({ display: 'flex', alignItems: 'center', gap: 8 });
export const FactGrid = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '136px 1fr',
  gap: '5px 12px',
  margin: 0,
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
}));

export function PreviewWaiting() {
  return (
    <Loading>
      {[180, 120, 90].map((height) => (
        <Skeleton key={height} height={height} sx={{ margin: '12px 16px' }} />
      ))}
    </Loading>
  );
}

/** Styles the bar above a table with the number of cases and a sum per currency side by side. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../platform/theme/type-scale.ts';

export const TotalsBar = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
  margin: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& div': { display: 'flex', flexDirection: 'column-reverse', padding: '12px 16px' },
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

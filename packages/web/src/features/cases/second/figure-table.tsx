/** Shows a small table of figures: names at the left, numbers below one another. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../../platform/theme/type-scale.ts';

export const FigureTable = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& caption': {
    paddingBottom: 6,
    textAlign: 'left',
    // A caption is only as wide as its table otherwise, and wraps inside a word.
    minWidth: 'max-content',
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
  },
  '& th': { padding: '4px 24px 4px 0', fontWeight: 400, textAlign: 'left' },
  '& thead th': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& td, & thead th + th': { padding: '4px 0 4px 16px', textAlign: 'right', whiteSpace: 'nowrap' },
  [theme.breakpoints.down('md')]: { '& thead th + th': { whiteSpace: 'normal', verticalAlign: 'bottom' } },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& td[data-same]': { fontWeight: 600 },
  '& td[data-empty]': { color: theme.vars.palette.gray },
}));

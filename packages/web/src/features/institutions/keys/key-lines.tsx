/** Styles the lists of keys and programs. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../../platform/theme/type-scale.ts';

export const Lines = styled('ul')(({ theme }) => ({
  margin: '0 0 8px',
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: 4,
    padding: '8px 0',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
    overflowWrap: 'anywhere',
  },
  '& .name': { fontWeight: 600, marginRight: 8 },
  '& .hint': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, marginRight: 8 },
  '& .quiet': { fontSize: textSize.small, lineHeight: '18px', color: theme.vars.palette.text.secondary },
}));
export const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6 });
export const Note = styled('p')(({ theme }) => ({
  margin: '0 0 8px',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

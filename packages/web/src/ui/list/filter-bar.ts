/** Styles the bar above a list with its search, filters, pages and view settings. */
import { styled } from '@mui/material/styles';

export const FilterBar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 6,
  minHeight: 44,
  padding: '6px 16px 8px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& > .space': { flex: 1 },
  [theme.breakpoints.down('md')]: {
    gap: 8,
    padding: '0 12px 10px',
    '& > .search': { width: '100%' },
  },
}));

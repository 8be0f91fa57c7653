/**
 * Styles a list whose rows are under a head of columns without being a table: each row is one item to open. A list
 * provides its own columns (`gridTemplateColumns` on head and row) and the width from which a row wraps.
 */
import { styled, type Theme } from '@mui/material/styles';
import { textSize } from '../../platform/theme/type-scale.ts';

export const RowHead = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  padding: '6px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  fontSize: textSize.small,
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
}));

export const RowList = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

/**
 * Styles the secondary texts of cells: `small` below the main line, `.id` with fixed width, `.clip` for a long name
 * that is cut.
 */
export const cellTexts = (theme: Theme) => ({
  '& > *': { minWidth: 0 },
  '& small': { display: 'block', fontSize: textSize.small, lineHeight: '18px' },
  '& small, & .id': { color: theme.vars.palette.text.secondary },
  '& .id': { ...theme.typography.mono },
  '& .clip': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

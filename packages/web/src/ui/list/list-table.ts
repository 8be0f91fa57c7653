/** Styles a list that is a plain table: a sticky head, rows of 38 px, numbers aligned right. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../platform/theme/type-scale.ts';

export const ListTable = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: 32,
    padding: '0 12px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    fontSize: textSize.small,
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.surface.s1,
    boxShadow: `inset 0 -1px ${theme.vars.palette.line.main}`,
  },
  '& td': {
    height: 38,
    padding: '4px 12px',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
    lineHeight: '18px',
    color: theme.vars.palette.text.secondary,
  },
  // In line with the title of the page.
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 16 },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .mono': { fontFamily: 'var(--font-mono)', fontSize: textSize.small },
  '& .cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .strong': { color: theme.vars.palette.text.primary, whiteSpace: 'nowrap' },
  '& th button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    height: 31,
    font: 'inherit',
    '&:hover, &[data-sorted=true]': { color: theme.vars.palette.text.primary },
  },
  '& tbody tr[data-tinted=true]': { backgroundColor: theme.vars.palette.row.selected },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& tbody tr[data-current=true]': {
    backgroundColor: theme.vars.palette.row.selected,
    boxShadow: `inset 3px 0 ${theme.vars.palette.primary.main}`,
  },
}));

/** The name of a row as a button, so that the row can be opened by keyboard; its click is the row's click. */
export const RowName = styled('button')({
  maxWidth: '100%',
  padding: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'top',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'left',
  border: 0,
  background: 'none',
  cursor: 'pointer',
  '&:focus-visible': { outlineOffset: -2 },
});

/** Styles the parts of the panes on the left of the desk: a heading, and kinds as rows with their figures. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../../../platform/theme/type-scale.ts';

export const Pane = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 264,
  minHeight: 0,
  borderRight: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
}));
export const Head = styled('div')(({ theme }) => ({
  flex: 'none',
  padding: '12px 14px 10px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 8 },
  '& h2': {
    margin: 0,
    fontSize: textSize.body,
    lineHeight: '20px',
    fontWeight: 600,
    color: theme.vars.palette.text.primary,
  },
  '& progress': {
    display: 'block',
    width: '100%',
    height: 4,
    margin: '8px 0 6px',
    border: 0,
    borderRadius: 2,
    overflow: 'hidden',
    appearance: 'none',
    backgroundColor: theme.vars.palette.line.main,
    '&::-webkit-progress-bar': { backgroundColor: theme.vars.palette.line.main },
    '&::-webkit-progress-value': { backgroundColor: theme.vars.palette.primary.main },
    '&::-moz-progress-bar': { backgroundColor: theme.vars.palette.primary.main },
  },
}));
export const Kinds = styled('ul')({
  flex: 1,
  minHeight: 0,
  margin: 0,
  padding: '4px 0',
  listStyle: 'none',
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  '& ol': { margin: 0, padding: 0, listStyle: 'none' },
});
export const KindRow = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 28,
  padding: '0 14px',
  border: 0,
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '&[data-done="true"]': { color: theme.vars.palette.gray },
  '&[aria-expanded="true"], &[aria-current]': {
    fontWeight: 600,
    backgroundColor: theme.vars.palette.surface.s3,
  },
  '& > i': { flex: 'none', width: 9, height: 9, borderRadius: 2 },
  '& > span:first-of-type': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > span + span': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  // A second figure keeps its column, whatever its length.
  '& > span + span + span, & > b': { minWidth: 48, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '&:disabled': { cursor: 'default' },
  '&:disabled:hover': { backgroundColor: 'transparent' },
}));
export const KindHead = styled('li')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  padding: '6px 14px 4px',
  '& > span': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

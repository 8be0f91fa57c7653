/** Styles a record in a dialog, 640 px wide: one field per row, each with a pencil; the open row contains a form. */
import { styled } from '@mui/material/styles';
import { textSize } from '../platform/theme/type-scale.ts';

export const recordWidthPx = 640;

export const RecordHead = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '18px 20px 16px 24px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& h2': { margin: 0, fontSize: textSize.dialog, lineHeight: '22px', fontWeight: 600 },
  '& p': {
    margin: 0,
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
  '& .mono': theme.typography.mono,
  '& > div': { flex: 1, minWidth: 0 },
}));
export const RecordBody = styled('div')({ overflow: 'auto', minHeight: 0 });
export const RecordRow = styled('div', { shouldForwardProp: (prop) => prop !== 'open' })<{ open: boolean }>(
  ({ theme, open }) => ({
    display: 'grid',
    gridTemplateColumns: open ? '176px 1fr' : '176px 1fr 32px',
    alignItems: open ? 'start' : 'center',
    gap: '4px 8px',
    minHeight: 43,
    padding: open ? '12px 24px' : '5px 16px 5px 24px',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
    backgroundColor: open ? theme.vars.palette.surface.s2 : 'transparent',
    '& > .label': { color: theme.vars.palette.text.secondary, paddingTop: open ? 4 : 0 },
    '& > .value': { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
    '& > .empty': { color: theme.vars.palette.gray },
    [theme.breakpoints.down('sm')]: {
      gridTemplateColumns: open ? '1fr' : '1fr 32px',
      padding: '8px 12px 8px 16px',
      '& > .label': { gridColumn: '1 / -1', fontSize: textSize.small, lineHeight: '16px' },
    },
  }),
);
export const RecordFoot = styled('footer')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 24px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& > .note': {
    marginLeft: 'auto',
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
  },
}));

/** The row's own label is beside the field; the field's label is for screen readers. */
export const RecordForm = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  minWidth: 0,
  [theme.breakpoints.up('sm')]: {
    '& .MuiInputLabel-root': {
      position: 'absolute',
      width: 1,
      height: 1,
      margin: 0,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
}));
export const RecordFormFoot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  '& > p': {
    flex: 1,
    margin: 0,
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
}));

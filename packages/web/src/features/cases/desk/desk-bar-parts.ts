/** Styles the parts of the bar above a desk. */
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { textSize } from '../../../platform/theme/type-scale.ts';

export const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  height: 48,
  padding: '0 12px 0 8px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  whiteSpace: 'nowrap',
  '& > button': { flex: 'none' },
  // The tabs have a line of their own if one line is too short for everything.
  [theme.breakpoints.down('lg')]: {
    flexWrap: 'wrap',
    height: 'auto',
    columnGap: 8,
    rowGap: 0,
    paddingTop: 6,
  },
}));
export const IdentityTitle = styled('h1')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  minWidth: 0,
  margin: 0,
  fontSize: textSize.body,
  lineHeight: '20px',
  fontWeight: 400,
  '& .id': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, fontWeight: 600 },
  '& .name': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
}));
export const Views = styled(Tabs)(({ theme }) => ({
  alignSelf: 'stretch',
  minHeight: 48,
  marginLeft: 8,
  // A long name is shortened before the tabs are.
  '@media (min-width: 1280px)': { flex: 'none' },
  '& .MuiTab-root': { minHeight: 48, minWidth: 0, padding: '0 10px' },
  [theme.breakpoints.down('lg')]: {
    ...{ order: 1, flex: '1 0 100%', minHeight: 40, marginLeft: 0 },
    '& .MuiTab-root': { minHeight: 40 },
  },
}));
export const Space = styled('span')({ flex: 1 });

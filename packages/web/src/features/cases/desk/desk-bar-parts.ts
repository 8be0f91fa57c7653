/** Styles the parts of the bar above a desk. */
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { textSize } from '../../../platform/theme/type-scale.ts';

export const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  // Messages that ask for an answer may need a second line; everything else fits into one.
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  flex: 'none',
  columnGap: 8,
  minHeight: 48,
  padding: '0 12px 0 8px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  whiteSpace: 'nowrap',
  '& > button': { flex: 'none' },
  // The footer and the tooltips show the keys too.
  [theme.breakpoints.down(1440)]: { '& > button kbd': { display: 'none' } },
  // The tabs have a line of their own if one line is too short for everything.
  [theme.breakpoints.down('lg')]: { paddingTop: 6 },
}));
export const IdentityTitle = styled('h1')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  // Takes the remaining space up to its own length; a long name is shortened before the line breaks.
  flex: '1000 1 190px',
  minWidth: 0,
  maxWidth: 'max-content',
  margin: 0,
  fontSize: textSize.body,
  lineHeight: '20px',
  fontWeight: 400,
  '& .id': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, fontWeight: 600 },
  '& .name': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
  '& .id, & .quiet': { flex: 'none' },
  // The name has priority over sex and age where all of them are in one line with the tabs.
  [theme.breakpoints.between('lg', 1366)]: { '& .quiet': { display: 'none' } },
}));
export const Views = styled(Tabs)(({ theme }) => ({
  alignSelf: 'stretch',
  // With the border of the bar 48 px.
  minHeight: 47,
  marginLeft: 8,
  flex: 'none',
  maxWidth: '100%',
  '& .MuiTab-root': { minHeight: 47, minWidth: 0, padding: '0 10px' },
  [theme.breakpoints.down(1440)]: { '& .MuiTab-root': { padding: '0 8px' } },
  [theme.breakpoints.down('lg')]: {
    ...{ order: 1, flex: '1 0 100%', minHeight: 40, marginLeft: 0 },
    '& .MuiTab-root': { minHeight: 40 },
  },
}));
export const Space = styled('span')({ flex: 1 });
/** Only screen readers get the text where the bar has no space for it. */
export const AllJudged = styled('span')(({ theme }) => ({
  color: theme.vars.palette.success.main,
  fontWeight: 600,
  [theme.breakpoints.down(1600)]: {
    ...{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
}));

/** Shows the line above a scale: its name, what it shows, and its controls at the right. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../platform/theme/type-scale.ts';

export const PanelHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 28,
  padding: '0 12px',
  flex: 'none',
  minWidth: 0,
  whiteSpace: 'nowrap',
  backgroundColor: theme.vars.palette.surface.s1,
  '&[data-cramped="true"]': { '& > h2, & > p, & .share': { display: 'none' } },
  '& h2': { margin: 0, fontSize: textSize.small, lineHeight: '16px', fontWeight: 600 },
  '& p': {
    margin: 0,
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
}));

/** Facts that are less important than the rest of the head: each is shown as a whole or, without room, not at all. */
export const HeadFacts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  flex: 1,
  minWidth: 0,
  height: 16,
  columnGap: 10,
  marginLeft: -10,
  overflow: 'hidden',
  // A fact that does not fit wraps onto a second line, which is hidden. This empty box keeps the first line.
  '&::before': { content: '""', width: 0, height: 16 },
  '& > p': { flex: 'none' },
});
export const HeadSpace = styled('span')({ flex: 1 });

/**
 * Styles the bar above a PDF. On a phone it is one row: what is `later` is folded away while `data-open` is false, and
 * what is `always` stays at the right end.
 */
import { styled } from '@mui/material/styles';
import { spokenOnly } from '../../../ui/spoken-only.ts';

export const PdfFrameBar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  flex: 'none',
  // A group that does not fit beside the title moves to a row of its own.
  flexWrap: 'wrap',
  minHeight: 42,
  padding: '4px 8px 4px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '& > *': { flexShrink: 0 },
  '& > .later': { display: 'contents' },
  '& .fold': { display: 'none' },
  containerType: 'inline-size',
  // The icon alone says it where the bar is short of room.
  '@container (max-width: 1180px)': { '& .print > .word': spokenOnly },
  // A status takes what is left of the row.
  '& > [role="status"]': {
    flex: '1000 1 72px',
    maxWidth: 'max-content',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  [theme.breakpoints.down('md')]: {
    padding: '4px 8px 4px 16px',
    '& .fold': { display: 'inline-flex' },
    '& .later': { display: 'flex', flexWrap: 'wrap', flexBasis: '100%', gap: 6, order: 1 },
    '&[data-open="false"] .later': { display: 'none' },
    '& > .version': { flex: '1 1 100px', minWidth: 0, justifyContent: 'space-between' },
    '& .always .word': spokenOnly,
    '& .always .MuiButton-startIcon': { margin: 0 },
  },
}));

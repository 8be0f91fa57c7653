/** Styles a list with a heading in the popover of the case's files. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../../platform/theme/type-scale.ts';

export const FilePanel = styled('section')(({ theme }) => ({
  padding: '8px 14px 6px',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& h3': {
    margin: '0 0 4px',
    fontSize: textSize.small,
    lineHeight: '16px',
    fontWeight: 600,
    color: theme.vars.palette.text.secondary,
  },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
}));

/** Styles the layout of a list page: bars and rows in a column, the preview beside them. */
import { styled } from '@mui/material/styles';

export const ListFrame = styled('div')({ display: 'flex', height: '100%' });
export const ListMain = styled('div')({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 });
/** The rows and the editor of the open record, side by side. */
export const ListColumns = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  minHeight: 0,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
}));
/** The column of the rows beside an editor. */
export const ListColumn = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 340,
  borderRight: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('lg')]: { width: 316 },
}));
export const ListFill = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto' });

/** The area below the bars: it takes the remaining height and positions the hints over the rows. */
export const ListRoom = styled('div')({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
});

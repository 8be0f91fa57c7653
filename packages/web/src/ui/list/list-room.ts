/** What stands under a list's bars: as high as there is room, the ground for hints that lie over the rows. */
import { styled } from '@mui/material/styles';

export const ListRoom = styled('div')({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
});

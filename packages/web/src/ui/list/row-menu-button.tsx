/**
 * Shows the menu button at the end of a grid row. Tab reaches it only in the focused row: the grid is a single tab
 * stop.
 */
import { styled } from '@mui/material/styles';
import { DotsThreeIcon } from '@phosphor-icons/react';

/**
 * A plain button, because every row has one: the library's button with its tooltip costs more than the rest of the row.
 */
const Dots = styled('button')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  padding: 0,
  border: 0,
  borderRadius: 6,
  color: theme.vars.palette.text.secondary,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
}));

export type RowMenuButtonProps = {
  name: string;
  tabIndex: 0 | -1;
  onMenu: (anchor: HTMLElement) => void;
};

export function RowMenuButton({ name, tabIndex, onMenu }: RowMenuButtonProps) {
  return (
    <Dots
      type="button"
      tabIndex={tabIndex}
      className="row-menu"
      aria-label={name}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation();
        onMenu(event.currentTarget);
      }}
    >
      <DotsThreeIcon size={18} weight="bold" aria-hidden="true" />
    </Dots>
  );
}

/** Shows the table of a panel: names at the left, figures at the right, dense enough for thirty rows. */
import { styled } from '@mui/material/styles';
import { textSize } from '../../../platform/theme/type-scale.ts';

export const FigureTable = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: 32,
    padding: '0 8px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& tr > th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  '& tr > :last-child': { paddingRight: 0 },
  '& thead th': {
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
    borderBottomColor: theme.vars.palette.line.main,
  },
  '& tbody th': { fontWeight: 500, color: theme.vars.palette.text.primary },
  '& td': { color: theme.vars.palette.text.secondary },
  '& td.strong': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& .cut': { maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis' },
}));

/** Shows the head of the table: one unique name per column. */
export function FigureHead({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Shows a table of names with one value or two side by side; if the two differ, the last one is emphasized. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& caption': {
    textAlign: 'left',
    fontWeight: 600,
    fontSize: textSize.small,
    lineHeight: '16px',
    paddingBottom: 6,
  },
  '& th': { fontWeight: 400, textAlign: 'left', padding: '3px 0' },
  '& thead th': { fontSize: textSize.small, color: theme.vars.palette.gray },
  '& td, & thead th + th': { textAlign: 'right', padding: '3px 0 3px 12px', whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& tbody td:not(:last-child)': { color: theme.vars.palette.text.secondary },
  '& tr[data-changed] th, & tr[data-changed] td:last-child': {
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
  },
}));

export type CountRow = {
  readonly key: string;
  readonly name: string;
  /** As many as there are heads. */
  readonly values: readonly string[];
};

export const isChanged = ({ values }: CountRow): boolean => values.some((value) => value !== values[0]);

export type CountTableProps = {
  readonly caption: string;
  /** One or two. */
  readonly heads: readonly string[];
  readonly rows: readonly CountRow[];
  readonly busy?: boolean;
};

export function CountTable({ caption, heads, rows, busy = false }: CountTableProps) {
  const { t } = useTranslation('analysis');
  return (
    <Table aria-busy={busy}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('differs.figure')}</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-changed={isChanged(row) ? '' : undefined}>
            <th scope="row">{row.name}</th>
            {row.values.map((value, at) => (
              <td key={heads[at]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

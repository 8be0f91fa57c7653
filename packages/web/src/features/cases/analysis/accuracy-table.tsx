/** Shows one table of the engine's figures, as the benchmark stored them. It scrolls sideways if it does not fit. */
import { styled } from '@mui/material/styles';
import {
  type AccuracyColumn,
  type AccuracyRow,
  type AccuracyTable as TableKey,
  accuracyCell,
  accuracyTables,
  isAccuracyRowName,
} from '@rhythmdesk/ecg/scoring/accuracy';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { scrollEdges, watchEdges } from '../../../ui/list/scroll-edges.ts';

const Part = styled('section')({
  '& + &': { marginTop: 32 },
  '& h2': { margin: '20px 0 2px', fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 },
  '& p': { margin: '0 0 8px', maxWidth: '72ch' },
});
const Note = styled('p')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));
const Scroll = styled('div')({ ...scrollEdges, position: 'relative' });
const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  minWidth: 'min(100%, 420px)',
  '& th': { fontWeight: 400, textAlign: 'left' },
  '& th, & td': { padding: '5px 24px 5px 0', whiteSpace: 'nowrap' },
  '& td, & thead th + th': { textAlign: 'right', paddingRight: 0, paddingLeft: 24 },
  '& thead th': {
    fontSize: textSize.small,
    lineHeight: '16px',
    verticalAlign: 'bottom',
    maxWidth: 148,
    color: theme.vars.palette.gray,
    borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  },
  '& thead th + th': { whiteSpace: 'normal' },
  '& tbody tr + tr': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
}));

export function AccuracyTable({ table, rows }: { table: TableKey; rows: readonly AccuracyRow[] }) {
  const { t } = useTranslation('accuracy');
  const id = useId();
  const columns: readonly AccuracyColumn[] = accuracyTables[table];
  return (
    <Part aria-labelledby={id}>
      <h2 id={id}>{t(`table.${table}`)}</h2>
      <Note>{t(`note.${table}`)}</Note>
      <Scroll ref={watchEdges} role="group" tabIndex={0} aria-labelledby={id}>
        <Table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t('record')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{isAccuracyRowName(name) ? t(`row.${name}`) : name}</th>
                {columns.map((column, at) => (
                  <td key={column}>{accuracyCell(column, cells[at] ?? [])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Scroll>
    </Part>
  );
}

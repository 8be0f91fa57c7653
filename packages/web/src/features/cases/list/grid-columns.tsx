/**
 * Converts the chosen columns to grid columns, with the fixed ones around them: selection, the urgent bolt, the menu.
 */
import type { GridColDef } from '@mui/x-data-grid';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UrgentBolt } from '../../../ui/badges/priority-tag.tsx';
import { RowMenuButton } from '../../../ui/list/row-menu-button.tsx';
import { CriticalMark } from '../badges/critical-tag.tsx';
import { useCaseName } from '../model/case-name.ts';
import type { ListTrail } from '../model/list-trail.ts';
import { caseCell } from './column-cells.tsx';
import { columnFacts, type CaseColumnId } from '../model/column-table.ts';
import { RowActs } from './row-acts.tsx';

export type GridColumnsInput = {
  columns: readonly CaseColumnId[];
  sortable: (id: CaseColumnId) => boolean;
  trail: () => ListTrail;
  /** The institution's list: technicians by name, times in full words, and the next action as a button. */
  institutional: boolean;
  onMenu: (row: CaseRow, anchor: HTMLElement) => void;
  onAct: (row: CaseRow) => void;
};

type Column = GridColDef<CaseRow>;

/** The critical icon replaces the urgent bolt. */
function Bolt({ row }: { row: CaseRow }) {
  const { t } = useTranslation('words');
  if (row.critical_due_at !== null) return <CriticalMark due_at={row.critical_due_at} />;
  return row.priority === 'urgent' ? <UrgentBolt label={t('priority.urgent')} /> : null;
}

type MenuButtonProps = { row: CaseRow; tabIndex: 0 | -1; onMenu: GridColumnsInput['onMenu'] };

function MenuButton({ row, tabIndex, onMenu }: MenuButtonProps) {
  const { t } = useTranslation('actions');
  const caseName = useCaseName();
  return (
    <RowMenuButton
      name={t('menu', { name: caseName(row) })}
      tabIndex={tabIndex}
      onMenu={(anchor) => onMenu(row, anchor)}
    />
  );
}

const fixed = { sortable: false, resizable: false, display: 'flex' } as const;

/** Without checkboxes to its left, the bolt keeps its distance from the page's edge. */
function boltColumn(headerName: string, widthPx: number): Column {
  return {
    ...fixed,
    field: 'urgent',
    headerName,
    width: widthPx,
    minWidth: widthPx,
    align: 'right',
    cellClassName: 'bare',
    renderHeader: () => <span className="said">{headerName}</span>,
    renderCell: ({ row }) => <Bolt row={row} />,
  };
}

function menuColumn(headerName: string, onMenu: GridColumnsInput['onMenu']): Column {
  return {
    ...fixed,
    field: 'menu',
    headerName,
    width: 34,
    minWidth: 34,
    cellClassName: 'bare',
    renderHeader: () => <span className="said">{headerName}</span>,
    renderCell: ({ row, tabIndex }) => <MenuButton row={row} tabIndex={tabIndex} onMenu={onMenu} />,
  };
}

function actColumn(headerName: string, onAct: GridColumnsInput['onAct']): Column {
  return {
    ...fixed,
    field: 'act',
    headerName,
    width: 150,
    align: 'right',
    renderHeader: () => <span className="said">{headerName}</span>,
    renderCell: ({ row, tabIndex }) => <RowActs row={row} tabIndex={tabIndex} onAct={() => onAct(row)} />,
  };
}

export function useGridColumns(input: GridColumnsInput): Column[] {
  const { t } = useTranslation('case-list');
  const { columns, sortable, trail, institutional, onMenu, onAct } = input;
  return useMemo(() => {
    const chosen = columns.map((id): Column => {
      const { widthPx, grows = false, right = false } = columnFacts(id);
      const width =
        id === 'technician' && institutional
          ? 110
          : id === 'report_due_date' && institutional
            ? 150
            : widthPx;
      return {
        field: id,
        headerName: t(`column.${id}`),
        minWidth: width,
        ...(grows ? { flex: 1 } : { width }),
        align: right ? 'right' : 'left',
        headerAlign: right ? 'right' : 'left',
        sortable: sortable(id),
        resizable: false,
        display: 'flex',
        renderCell: ({ row }) => caseCell(id, { row, trail, namesInWords: institutional }),
      };
    });
    const acts = institutional ? [actColumn(t('row.request'), onAct)] : [];
    return [
      boltColumn(t('column.urgent'), institutional ? 30 : 20),
      ...chosen,
      ...acts,
      menuColumn(t('column.menu'), onMenu),
    ];
  }, [columns, sortable, trail, institutional, onMenu, onAct, t]);
}

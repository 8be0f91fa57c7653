/** The institutions as a grid. */
import type { GridColDef } from '@mui/x-data-grid';
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type GridHandle, ListGrid, type ListGridProps } from '../../../ui/list/list-grid.tsx';
import { RowMenuButton } from '../../../ui/list/row-menu-button.tsx';
import { columnFacts, type ColumnId } from '../model/institution-columns.ts';
import { sortInAddress } from '../model/institution-state.ts';
import { institutionCell } from './institution-cells.tsx';

type Column = GridColDef<InstitutionRow>;
type OpenMenu = (row: InstitutionRow, anchor: HTMLElement) => void;

function MenuCell({ row, tabIndex, onMenu }: { row: InstitutionRow; tabIndex: 0 | -1; onMenu: OpenMenu }) {
  const { t } = useTranslation('institutions');
  return (
    <RowMenuButton
      name={t('menu', { name: row.name })}
      tabIndex={tabIndex}
      onMenu={(anchor) => onMenu(row, anchor)}
    />
  );
}

function useColumns(columns: readonly ColumnId[], onMenu: OpenMenu): Column[] {
  const { t } = useTranslation('institutions');
  return useMemo(() => {
    const menuName = t('column.menu');
    const menu: Column = {
      field: 'menu',
      headerName: menuName,
      width: 34,
      minWidth: 34,
      sortable: false,
      resizable: false,
      display: 'flex',
      cellClassName: 'bare',
      renderHeader: () => <span className="said">{menuName}</span>,
      renderCell: ({ row, tabIndex }) => <MenuCell row={row} tabIndex={tabIndex} onMenu={onMenu} />,
    };
    const chosen = columns.map((id): Column => {
      const { widthPx, grows = false, right = false, sorts = false } = columnFacts(id);
      return {
        field: id,
        headerName: t(`column.${id}`),
        minWidth: widthPx,
        ...(grows ? { flex: 1 } : { width: widthPx }),
        align: right ? 'right' : 'left',
        headerAlign: right ? 'right' : 'left',
        sortable: sorts,
        resizable: false,
        display: 'flex',
        renderCell: ({ row }) => institutionCell(id, row),
      };
    });
    return [...chosen, menu];
  }, [columns, onMenu, t]);
}

type OwnProps = 'columns' | 'order' | 'keyOf' | 'firstField' | 'sort' | 'onSort' | 'label' | 'ref';
export type InstitutionGridProps = Omit<ListGridProps<InstitutionRow>, OwnProps> & {
  ref?: Ref<GridHandle>;
  columns: readonly ColumnId[];
  sort: string;
  onSort: (sort: string | undefined) => void;
  onMenu: OpenMenu;
};

const idOf = (row: InstitutionRow): number => row.id;

export function InstitutionGrid({ columns, sort, onSort, onMenu, ...props }: InstitutionGridProps) {
  const { t } = useTranslation('institutions');
  const drawn = useColumns(columns, onMenu);
  const gridSort = useMemo(
    () => ({
      field: sort.replace(/^-/, ''),
      sort: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
    }),
    [sort],
  );
  return (
    <ListGrid
      {...props}
      label={t('grid')}
      columns={drawn}
      order={columns.join()}
      keyOf={idOf}
      firstField="name"
      sort={gridSort}
      onSort={(model) => onSort(model === undefined ? undefined : sortInAddress(model.field, model.sort))}
    />
  );
}

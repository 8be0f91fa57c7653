/** The institutions as a grid. */
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { type Ref, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { gridSortOf, useGridColumns } from '../../../ui/list/grid-columns.tsx';
import { type GridHandle, ListGrid, type ListGridProps } from '../../../ui/list/list-grid.tsx';
import { columnFacts, type ColumnId } from '../model/institution-columns.ts';
import { sortInAddress } from '../model/institution-state.ts';
import { institutionCell } from './institution-cells.tsx';
import { idOf } from './use-institution-page.ts';

type OpenMenu = (row: InstitutionRow, anchor: HTMLElement) => void;

function useColumns(ids: readonly ColumnId[], onMenu: OpenMenu) {
  const { t } = useTranslation('institutions');
  const nameOf = useCallback((id: ColumnId | 'menu') => t(`column.${id}`), [t]);
  const menuOf = useCallback(({ name }: InstitutionRow) => t('menu', { name }), [t]);
  return useGridColumns({ ids, factsOf: columnFacts, nameOf, cell: institutionCell, menuOf, onMenu });
}

type OwnProps = 'columns' | 'order' | 'keyOf' | 'firstField' | 'sort' | 'onSort' | 'label' | 'ref';
export type InstitutionGridProps = Omit<ListGridProps<InstitutionRow>, OwnProps> & {
  ref?: Ref<GridHandle>;
  columns: readonly ColumnId[];
  sort: string;
  onSort: (sort: string | undefined) => void;
  onMenu: OpenMenu;
};

export function InstitutionGrid({ columns, sort, onSort, onMenu, ...props }: InstitutionGridProps) {
  const { t } = useTranslation('institutions');
  const drawn = useColumns(columns, onMenu);
  const gridSort = useMemo(() => gridSortOf(sort), [sort]);
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

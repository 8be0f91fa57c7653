/** The users as a grid. */
import type { UserRow } from '@rhythmdesk/contract/users';
import { type Ref, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { gridSortOf, useGridColumns } from '../../../ui/list/grid-columns.tsx';
import { type GridHandle, ListGrid, type ListGridProps } from '../../../ui/list/list-grid.tsx';
import { columnFacts, type ColumnId } from '../model/user-columns.ts';
import { sortInAddress } from '../model/user-state.ts';
import { idOf } from './use-user-page.ts';
import { userCell } from './user-cells.tsx';

type OpenMenu = (row: UserRow, anchor: HTMLElement) => void;

function useColumns(ids: readonly ColumnId[], onMenu: OpenMenu) {
  const { t } = useTranslation('users');
  const nameOf = useCallback((id: ColumnId | 'menu') => t(`column.${id}`), [t]);
  const menuOf = useCallback(({ name }: UserRow) => t('menu', { name }), [t]);
  return useGridColumns({ ids, factsOf: columnFacts, nameOf, cell: userCell, menuOf, onMenu });
}

type OwnProps = 'columns' | 'order' | 'keyOf' | 'firstField' | 'sort' | 'onSort' | 'label' | 'ref';
export type UserGridProps = Omit<ListGridProps<UserRow>, OwnProps> & {
  ref?: Ref<GridHandle>;
  columns: readonly ColumnId[];
  sort: string;
  onSort: (sort: string | undefined) => void;
  onMenu: OpenMenu;
};

export function UserGrid({ columns, sort, onSort, onMenu, ...props }: UserGridProps) {
  const { t } = useTranslation('users');
  const drawn = useColumns(columns, onMenu);
  const gridSort = useMemo(() => gridSortOf(sort), [sort]);
  return (
    <ListGrid
      {...props}
      label={t('title')}
      columns={drawn}
      order={columns.join()}
      keyOf={idOf}
      firstField="name"
      sort={gridSort}
      onSort={(model) => onSort(model === undefined ? undefined : sortInAddress(model.field, model.sort))}
    />
  );
}

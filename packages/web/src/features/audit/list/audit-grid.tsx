/** The audit log as a grid. */
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { type Ref, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { gridSortOf, useGridColumns } from '../../../ui/list/grid-columns.tsx';
import { type GridHandle, ListGrid, type ListGridProps } from '../../../ui/list/list-grid.tsx';
import { columnFacts, type ColumnId } from '../model/audit-columns.ts';
import { auditCell } from './audit-cells.tsx';

export type OpenMenu = (row: AuditRow, anchor: HTMLElement) => void;
export const idOf = ({ audit_id }: AuditRow): number => audit_id;

type OwnProps = 'columns' | 'order' | 'keyOf' | 'firstField' | 'sort' | 'onSort' | 'label' | 'ref';
export type AuditGridProps = Omit<ListGridProps<AuditRow>, OwnProps> & {
  ref?: Ref<GridHandle>;
  columns: readonly ColumnId[];
  sort: string;
  onSort: (sort: string | undefined) => void;
  onMenu: OpenMenu;
};

export function AuditGrid({ columns, sort, onSort, onMenu, ...props }: AuditGridProps) {
  const { t } = useTranslation('audit');
  const nameOf = useCallback((id: ColumnId | 'menu') => t(`column.${id}`), [t]);
  const menuOf = useCallback(({ at }: AuditRow) => t('menu', { time: at }), [t]);
  const drawn = useGridColumns({
    ids: columns,
    factsOf: columnFacts,
    nameOf,
    cell: auditCell,
    menuOf,
    onMenu,
  });
  const gridSort = useMemo(() => gridSortOf(sort), [sort]);
  return (
    <ListGrid
      {...props}
      label={t('grid')}
      columns={drawn}
      order={columns.join()}
      keyOf={idOf}
      firstField="at"
      sort={gridSort}
      onSort={(model) => onSort(model?.sort === 'asc' ? 'at' : undefined)}
    />
  );
}

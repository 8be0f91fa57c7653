/**
 * Replaces the filters while rows are selected: their number, their spreadsheet export, and a button that clears the
 * selection.
 */
import { SelectedRows } from '../../../ui/list/selected-rows.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';

export function UserSelection({ ids, onClear }: { ids: ReadonlySet<number>; onClear: () => void }) {
  return (
    <SelectedRows
      count={ids.size}
      filename="users.xlsx"
      order={exportOrder('exportUsers', { id: [...ids] })}
      onClear={onClear}
    />
  );
}

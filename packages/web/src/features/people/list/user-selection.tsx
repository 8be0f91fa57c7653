/** In place of the filters while rows are selected: how many, their spreadsheet, and the way back. */
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

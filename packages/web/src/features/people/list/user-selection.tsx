/** In place of the filters while rows are selected: how many, their spreadsheet, and the way back. */
import { api } from '../../../platform/client/api.ts';
import { SelectedRows } from '../../../ui/list/selected-rows.tsx';

export function UserSelection({ ids, onClear }: { ids: ReadonlySet<number>; onClear: () => void }) {
  return (
    <SelectedRows
      count={ids.size}
      filename="users.xlsx"
      onDownload={(signal) => api.download('exportUsers', { id: [...ids] }, { signal })}
      onClear={onClear}
    />
  );
}

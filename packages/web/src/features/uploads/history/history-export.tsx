/** The spreadsheet export of the filtered history, for the page's head. */
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { localToday } from '../../../ui/list/period.ts';
import { useNow } from '../../../ui/use-now.ts';
import { historyQueryOf, historySchema } from './history-state.ts';

export function HistoryExport() {
  const [state] = useQueryState(historySchema);
  const { page: _page, size: _size, ...filter } = historyQueryOf(state, localToday(new Date(useNow())));
  return <ExportButton spelled filename="uploads.xlsx" order={exportOrder('exportUploads', filter)} />;
}

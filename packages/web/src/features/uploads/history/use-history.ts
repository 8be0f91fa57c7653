/** Provides the rows of the history with live updates: pinned, updated in place, with the user's place among them. */
import type { UploadRow } from '@rhythmdesk/contract/uploads';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type {} from '../../../platform/address/history-state.ts';
import { usePageLocation } from '../../../platform/address/use-page-location.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import type { RowRule } from '../../../ui/list/live-list.ts';
import { useCurrentRow } from '../../../ui/list/use-list-cursor.ts';
import { usePinned, useSettled } from '../../../ui/list/use-pinned.ts';
import type { HistoryQuery } from './history-state.ts';
import { listCommand } from '../../../ui/list/use-list-keys.ts';
import { moveCommands } from '../../../ui/list/move-commands.ts';

/** An upload only moves forward, so a later response is newer. */
const uploadRule: RowRule<UploadRow, string> = {
  key: ({ upload_id }) => upload_id,
  isOlder: () => false,
  isChanged: (row, from) => row.outcome !== from.outcome || row.case?.status !== from.case?.status,
};

export function useHistory(query: HistoryQuery, enabled: boolean) {
  const cache = useQueryClient();
  const call = callQuery('uploadHistory', query);
  const queryText = JSON.stringify(query);
  const answer = useQuery({
    ...call,
    enabled,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { data, isPlaceholderData, error, dataUpdatedAt } = answer;
  const { showNewest, page, old, differs, tinted } = usePinned(
    { queryText, data: isPlaceholderData ? undefined : data, error },
    uploadRule,
  );
  const soon = useSettled(() => void cache.invalidateQueries({ queryKey: call.queryKey }));
  useLiveEvent((event) => {
    const shown = page?.items ?? [];
    const isShown = event.type === 'case' && shown.some(({ case_id }) => case_id === event.case_id);
    if (event.type === 'upload' || isShown) soon();
  });
  return {
    ...{ page, old, differs, tinted, error },
    updatedMs: dataUpdatedAt,
    refresh: () => void showNewest(answer.refetch),
  };
}

/** A case opened from here leads back to here. */
function useOpenCase(): (case_id: number) => void {
  const navigate = useNavigate();
  const { href } = usePageLocation();
  return (case_id) => void navigate({ to: `/detail/${String(case_id)}`, state: { uploads: href } });
}

/** `J` and `K` move, Enter opens; the current row is restored on the way back. */
export function useRowKeys(rows: readonly Pick<UploadRow, 'upload_id' | 'case_id' | 'case'>[]) {
  const { t } = useTranslation('lists');
  const { place, current, setCurrent } = useCurrentRow();
  const open = useOpenCase();
  const at = rows.findIndex(({ upload_id }) => upload_id === current);
  const step = (by: 1 | -1) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next) setCurrent(next.upload_id);
  };
  const enter = () => {
    const row = rows[at];
    if (row?.case && row.case_id !== null) open(row.case_id);
  };
  useCommands([
    ...moveCommands({ down: t('key.down'), up: t('key.up'), line: t('key.move') }, step),
    listCommand('list-open', t('key.open-case'), { footer: true, run: enter }),
  ]);
  return { place, current };
}

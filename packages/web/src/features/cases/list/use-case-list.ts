/**
 * Provides the displayed rows of a case list with live updates: pinned, and updated in place. `refresh` shows the
 * server's order.
 */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { renewRows } from '../../../ui/list/live-list.ts';
import { usePinned, useSettled } from '../../../ui/list/use-pinned.ts';
import { freshRow } from '../model/perform.ts';
import { caseRowRule } from './case-row-rule.ts';
import type { ListQuery } from '../model/list-state.ts';

export function useCaseList(query: ListQuery, enabled: boolean) {
  const cache = useQueryClient();
  const call = callQuery('cases', query);
  const queryText = JSON.stringify(query);
  const answer = useQuery({
    ...call,
    enabled,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  const { data, isPlaceholderData, error } = answer;
  const { setPinned, tint, showNewest, page, old, differs, tinted } = usePinned(
    { queryText, data: isPlaceholderData ? undefined : data, error },
    caseRowRule,
  );
  const soon = useSettled(() => {
    void cache.invalidateQueries({ queryKey: call.queryKey });
    void cache.invalidateQueries({ queryKey: ['caseViews'] });
  });
  const renew = async (case_id: number) => {
    soon();
    const shown = page?.items.find((row) => row.case_id === case_id);
    if (shown === undefined) return;
    const row = await freshRow(case_id).catch(() => null);
    if (row === null) return;
    setPinned((now) => now && { ...now, page: renewRows(now.page, [row], caseRowRule).page });
    if (caseRowRule.isChanged(row, shown)) tint([case_id]);
  };
  useLiveEvent((event) => {
    if (event.type === 'case') void renew(event.case_id);
  });
  return {
    ...{ page, old, differs, tinted, error },
    updatedMs: answer.dataUpdatedAt,
    renew: (case_id: number) => void renew(case_id),
    refresh: () => void showNewest(answer.refetch),
  };
}

/**
 * Provides the displayed rows of a list with live updates: rows keep their position and are updated in place when an
 * event reports a change.
 */
import type { StreamEvent } from '@rhythmdesk/contract/notices';
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useLiveEvent } from '../../platform/live/use-live-event.ts';
import type { ListPage, RowRule } from './live-list.ts';
import { usePinned, useSettled } from './use-pinned.ts';

export type LiveRowsInput<Row, Answer extends ListPage<Row>, Key extends QueryKey> = {
  readonly call: UseQueryOptions<Answer, Error, Answer, Key>;
  readonly rule: RowRule<Row, number>;
  /** Other calls whose responses contain the rows: they are refetched too. */
  readonly renewed: readonly string[];
  readonly event: StreamEvent['type'];
};

export function useLiveRows<Row, Answer extends ListPage<Row>, Key extends QueryKey>({
  call,
  rule,
  renewed,
  event: wanted,
}: LiveRowsInput<Row, Answer, Key>) {
  const cache = useQueryClient();
  const queryText = JSON.stringify(call.queryKey);
  const answer = useQuery({ ...call, placeholderData: keepPreviousData, refetchOnMount: 'always' });
  const { data, isPlaceholderData, error, dataUpdatedAt } = answer;
  const { showNewest, page, old, differs, tinted } = usePinned<Row, number>(
    { queryText, data: isPlaceholderData ? undefined : data, error },
    rule,
  );
  const soon = useSettled(() => {
    for (const name of renewed) void cache.invalidateQueries({ queryKey: [name] });
  });
  useLiveEvent((event) => {
    if (event.type === wanted) soon();
  });
  return {
    ...{ page, old, differs, tinted, error },
    updatedMs: dataUpdatedAt,
    /** Something was saved on this page: the displayed rows are fetched again. */
    renew: soon,
    refresh: () => void showNewest(answer.refetch),
  };
}

/** The rows of a list as they are shown, live: pinned where they stand, renewed in place when an event tells of one. */
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
  /** The calls whose answers tell of the rows: asked again with them. */
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
  const { pinned, setPinned, tinted } = usePinned<Row, number>(
    queryText,
    isPlaceholderData ? undefined : data,
    rule,
  );
  const soon = useSettled(() => {
    for (const name of renewed) void cache.invalidateQueries({ queryKey: [name] });
  });
  useLiveEvent((event) => {
    if (event.type === wanted) soon();
  });
  const current = pinned?.queryText === queryText ? pinned : null;
  return {
    page: pinned?.page ?? null,
    /** The rows belong to the query before; the new ones are on their way. */
    old: current === null,
    differs: current?.differs ?? false,
    tinted,
    error,
    updatedMs: dataUpdatedAt,
    /** Something was saved here: what is shown is asked for again. */
    renew: soon,
    refresh: () => {
      if (data !== undefined && !isPlaceholderData) setPinned({ queryText, page: data, differs: false });
      void answer.refetch();
    },
  };
}

/** Refetches a page of work when a case or a reading changes, and every minute for changes without an event. */
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { useSettled } from '../../../ui/list/use-pinned.ts';

const askAgainMs = 60_000;

const workEvents: ReadonlySet<string> = new Set(['case', 'reading', 'resync']);

export function useLiveWork<Answer, Key extends QueryKey>(call: UseQueryOptions<Answer, Error, Answer, Key>) {
  const cache = useQueryClient();
  const renew = useSettled(() => void cache.invalidateQueries({ queryKey: call.queryKey }));
  useLiveEvent(({ type }) => {
    if (workEvents.has(type)) renew();
  });
  const { data, error, refetch } = useQuery({
    ...call,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: askAgainMs,
  });
  return { data, error, retry: () => void refetch(), renew };
}

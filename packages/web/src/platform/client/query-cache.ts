/**
 * Caches server responses for pages. Every error is shown: that of a query where the page shows its data, that of
 * a mutation by `onFault`. Exceptions are set in `meta`: a query with `alert`, if the page has no place for the error;
 * a mutation with `in-place`, if its form or button shows the error; `about`, if the catalogue has texts of its own for
 * the subject.
 */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { mostRepeats, pauseMs } from './ask-again.ts';
import type { FaultSubject } from './fault-answers.ts';
import type { CallInput, JsonName } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { faults?: 'alert'; about?: FaultSubject };
    mutationMeta: { faults?: 'in-place'; about?: FaultSubject };
  }
}

const worthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

export function makeQueryClient(onFault: (error: Error, about?: FaultSubject) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.faults === 'alert') onFault(error, query.meta.about);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.faults !== 'in-place') onFault(error, mutation.meta?.about);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < mostRepeats && worthRetrying(error),
        retryDelay: (failures, error) => pauseMs(failures, error),
      },
      // A change without a network fails like one that loses it on the way. The library would send it when the network is
      // back, even if the user had cancelled it meanwhile.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Returns the query options for one route; the key is the route's name and the input. */
export function callQuery<N extends JsonName>(name: N, input: CallInput<Routes[N]>) {
  return queryOptions<OutputOf<Routes[N]>, Error, OutputOf<Routes[N]>, readonly [N, CallInput<Routes[N]>]>({
    queryKey: [name, input],
    queryFn: ({ signal }) => api.call(name, input, { signal }),
  });
}

/**
 * Marks cached data of a case that is not on screen as outdated, so that it is refetched when it is next shown. Data on
 * screen gets the change through the event stream.
 */
export async function outdateCase(cache: QueryClient, case_id: number): Promise<void> {
  await cache.invalidateQueries({
    type: 'inactive',
    refetchType: 'none',
    predicate: ({ queryKey: [, input] }) =>
      typeof input === 'object' && input !== null && 'case_id' in input && input.case_id === case_id,
  });
}

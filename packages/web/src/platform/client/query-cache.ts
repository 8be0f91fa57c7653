/**
 * The cache of what the server answered, for pages that read. A failed call is shown by `onFault` unless the
 * query or mutation says in its `meta` that it shows the fault itself.
 */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import type { CallInput, JsonName } from './client.ts';

/** Who shows a failed call: the page's catalogue of alerts (when absent), or nobody but the caller. */
type FaultMeta = { faults?: 'mine' };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FaultMeta;
    mutationMeta: FaultMeta;
  }
}

const worthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

export function makeQueryClient(onFault: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.faults !== 'mine') onFault(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.faults !== 'mine') onFault(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && worthRetrying(error),
      },
      mutations: { retry: false },
    },
  });
}

/** Options of a query for one row of the route table; its key is the row's name and the input. */
export function callQuery<N extends JsonName>(name: N, input: CallInput<Routes[N]>) {
  return queryOptions<OutputOf<Routes[N]>, Error, OutputOf<Routes[N]>, readonly [N, CallInput<Routes[N]>]>({
    queryKey: [name, input],
    queryFn: ({ signal }) => api.call(name, input, { signal }),
  });
}

/**
 * The cache of what the server answered, for pages that read. Every fault is shown: a query's where the page shows
 * what it read, a mutation's by `onFault`. An exception says so in its `meta`: a query `alert`, where the page has
 * no place of its own for the fault; a mutation `in-place`, where the form or button that began it shows the fault.
 */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import type { CallInput, JsonName } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { faults?: 'alert' };
    mutationMeta: { faults?: 'in-place' };
  }
}

const worthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

export function makeQueryClient(onFault: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.faults === 'alert') onFault(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.faults !== 'in-place') onFault(error);
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

/**
 * What is kept about a case and not on screen is asked for again when it is shown next. What is on screen hears of
 * the change itself.
 */
export async function outdateCase(cache: QueryClient, case_id: number): Promise<void> {
  await cache.invalidateQueries({
    type: 'inactive',
    refetchType: 'none',
    predicate: ({ queryKey: [, input] }) =>
      typeof input === 'object' && input !== null && 'case_id' in input && input.case_id === case_id,
  });
}

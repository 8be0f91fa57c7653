/** Provides the actions of a user on the selected finding; board, bell and lists are refetched afterwards. */
import type { CriticalAct, CallWay } from '@rhythmdesk/domain/critical/critical-states';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';

type Reached = { readonly contact?: string; readonly way?: CallWay };

export type CriticalActs = {
  readonly run: (act: CriticalAct, reached?: Reached) => void;
  readonly busy: boolean;
};

/** Refetches all queries about critical findings. */
export function useRenewCritical(): () => void {
  const cache = useQueryClient();
  return () =>
    void cache.invalidateQueries({
      predicate: ({ queryKey: [name] }) => typeof name === 'string' && name.startsWith('critical'),
    });
}

export function useCriticalActs(finding_id: number): CriticalActs {
  const renew = useRenewCritical();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act, ...reached }: Reached & { act: CriticalAct }) =>
      api.call('actOnCritical', { finding_id, act, ...reached }),
    onSettled: renew,
  });
  return { run: (act, reached = {}) => mutate({ act, ...reached }), busy: isPending };
}

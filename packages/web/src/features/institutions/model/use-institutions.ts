/** The rows of the institutions' list as they are shown, live: pinned where they stand, renewed in place. */
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import type { RowRule } from '../../../ui/list/live-list.ts';
import { usePinned, useSettled } from '../../../ui/list/use-pinned.ts';
import type { InstitutionQuery } from './institution-state.ts';

const rule: RowRule<InstitutionRow, number> = {
  key: ({ id }) => id,
  isOlder: (row, than) => row.version < than.version,
  isChanged: (row, from) => row.version !== from.version,
};

export function useInstitutions(query: InstitutionQuery) {
  const cache = useQueryClient();
  const call = callQuery('institutions', query);
  const queryText = JSON.stringify(query);
  const answer = useQuery({ ...call, placeholderData: keepPreviousData, refetchOnMount: 'always' });
  const { data, isPlaceholderData, error, dataUpdatedAt } = answer;
  const { pinned, setPinned, tinted } = usePinned(queryText, isPlaceholderData ? undefined : data, rule);
  const soon = useSettled(() => {
    for (const name of ['institutions', 'institutionCounts', 'institution', 'institutionHistory'])
      void cache.invalidateQueries({ queryKey: [name] });
  });
  useLiveEvent((event) => {
    if (event.type === 'institution') soon();
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
      const fresh = cache.getQueryData(call.queryKey);
      if (fresh) setPinned({ queryText, page: fresh, differs: false });
      void answer.refetch();
    },
  };
}

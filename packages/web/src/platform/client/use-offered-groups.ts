/** Searches institutions by name on the server while the user types. */
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callQuery } from './query-cache.ts';

const offered = 50;

export function useOfferedGroups(types: readonly GroupType[] = []) {
  const [typed, onTyped] = useState('');
  const q = useDeferredValue(typed);
  const { data, isFetching } = useQuery(
    callQuery('userGroups', { type: [...types], size: offered, ...(q === '' ? {} : { q }) }),
  );
  return { options: data?.items ?? [], total: data?.total, loading: isFetching, onTyped };
}

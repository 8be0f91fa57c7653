/** Checks whether a user id is free, after a pause in the typing. */
import { isLoginId } from '@rhythmdesk/domain/people/contact';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../../platform/client/query-cache.ts';

const restMs = 400;

/** Undefined until the response for the current text arrives. */
export function useIdCheck(typed: string): boolean | undefined {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSettled = rested === typed && isLoginId(typed);
  const { data } = useQuery({
    ...callQuery('idCheck', { user_id: rested }),
    enabled: isSettled,
    staleTime: 0,
  });
  return isSettled ? data?.available : undefined;
}

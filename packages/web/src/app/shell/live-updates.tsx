/** Connects this tab to the live event stream and handles the shell's own events; pages listen on their own. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery, outdateCase } from '../../platform/client/query-cache.ts';
import { startEventStream } from '../../platform/live/event-stream.ts';
import { useLiveEvent } from '../../platform/live/use-live-event.ts';
import { currentToken, useSessionUser } from '../../platform/session/session-state.ts';
import { endSession } from '../../platform/session/sign-out.ts';

const refused = (token: string | undefined) => {
  if (token !== undefined && token === currentToken()) endSession('expired');
};

export function LiveUpdates() {
  const { id } = useSessionUser();
  const { i18n } = useTranslation();
  const cache = useQueryClient();
  const { queryKey } = callQuery('notifications', {});
  useEffect(() => startEventStream({ user_id: id, token: currentToken, refused }), [id]);
  useEffect(() => {
    void cache.invalidateQueries();
  }, [cache, i18n.language]);
  useLiveEvent((event) => {
    if (event.type === 'resync') void cache.invalidateQueries();
    if (event.type === 'case') void outdateCase(cache, event.case_id);
    if (event.type === 'reading') {
      // An edit may make a report of the case older than its reading.
      const { queryKey: ofCase } = callQuery('readCase', { case_id: event.case_id });
      void cache.invalidateQueries({ queryKey: ofCase, type: 'inactive', refetchType: 'none' });
    }
    if (event.type === 'notification') void cache.invalidateQueries({ queryKey });
    if (event.type === 'badge') {
      cache.setQueryData(queryKey, (before) => before && { ...before, noti_count: event.noti_count });
    }
  });
  return null;
}

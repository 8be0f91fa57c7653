/** Provides one folder of the user's drafts on the server, for the duration of the session. */
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../client/api.ts';
import { ApiError } from '../client/api-error.ts';
import { onSessionEnd } from '../session/session-state.ts';
import { sendBeforeLeaving } from '../session/unsent-work.ts';
import { DraftKeeper } from './draft-keeper.ts';

export function serverDrafts(folder: string): DraftKeeper {
  const keeper = new DraftKeeper({
    list: async () => (await api.call('listDrafts', { folder })).items,
    save: async (name, content) => {
      await api.call('saveDraft', { name, content });
    },
    drop: async (name) => {
      await api.call('deleteDraft', { name });
    },
    passes: (fault) => fault instanceof ApiError && fault.code !== 'user/drafts-full',
  });
  onSessionEnd(() => keeper.reset());
  sendBeforeLeaving(keeper.settle);
  return keeper;
}

/** Provides a draft as state; an empty one is deleted. Leaving the page is prevented until it is saved. */
export function useServerDraft(keeper: DraftKeeper, name: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(keeper.onChange, () => keeper.now(name) ?? '');
  useEffect(() => {
    void keeper.load();
    const stop = new AbortController();
    const hold = (event: Event): void => {
      if (keeper.hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold, { signal: stop.signal });
    return () => stop.abort();
  }, [keeper]);
  const write = (next: string): void => {
    if (next === '') keeper.forget(name);
    else keeper.keep(name, next);
  };
  return [text, write];
}

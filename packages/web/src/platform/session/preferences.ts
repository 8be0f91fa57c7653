/**
 * Changes the preferences that the server stores for the signed-in user. Each save writes the whole record, so saves
 * run one after the other: each applies to the result of the one before, and none undoes another.
 */
import type { Preferences } from '@rhythmdesk/contract/people';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../client/api.ts';
import { onSessionEnd, sessionState } from './session-state.ts';
import { refreshUser } from './sign-in.ts';
import { onTabMessage, postToTabs } from './tab-channel.ts';

let last: Promise<void> = Promise.resolve();

// Saves of one user must not delay those of the next.
onSessionEnd(() => {
  last = Promise.resolve();
});

async function save(change: (before: Preferences) => Preferences): Promise<void> {
  // Another tab or device may have saved something meanwhile.
  await refreshUser();
  const session = sessionState();
  if (session.kind !== 'signed-in') return;
  await api.call('updatePreferences', { preferences: change(session.user.preferences) });
  await refreshUser();
  postToTabs({ type: 'preferences' });
}

export function changePreferences(change: (before: Preferences) => Preferences): Promise<void> {
  const saved = last.then(() => save(change));
  last = saved.catch(() => undefined);
  return saved;
}

/** Applies what another tab saved in this tab at once. */
export function followPreferences(): () => void {
  return onTabMessage(({ type }) => {
    if (type === 'preferences') void refreshUser().catch(() => undefined);
  });
}

const restMs = 700;

/** Provides a value that changes at once and is saved after a pause in the changes, or when its component unmounts. */
export function useKept<T>(remembered: () => T, keep: (value: T) => Promise<void>): [T, (next: T) => void] {
  const [value, setValue] = useState(remembered);
  const unsaved = useRef<() => Promise<void>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const waiting = unsaved.current;
    unsaved.current = undefined;
    void waiting?.();
  }, []);
  useEffect(() => flush, [flush]);
  const change = (next: T): void => {
    setValue(next);
    unsaved.current = () => keep(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, restMs);
  };
  return [value, change];
}

/**
 * Stores whether a user is signed in in this tab, and who. This is the only place that holds it.
 *
 * It is `restoring` until the first check, then `signed-out` or `signed-in`, any number of times. The token is stored
 * here and in session storage only; local storage contains under `session` whether this browser is signed in and when
 * it was last used, so that tabs agree about idleness.
 */
import type { SessionUser } from '@rhythmdesk/contract/people';
import { createStore } from '../store.ts';
import { useStored } from '../use-stored.ts';
import { type StoredUser, storedUserFrom, userStorageKey } from './stored-user.ts';
import { tabStorage } from '../own-storage.ts';

/** Why a session ended: the user signed out, the server or the idle limit ended it, or the account was deleted. */
export type EndReason = 'left' | 'expired' | 'deleted';

export type SessionState =
  | { kind: 'restoring' }
  | { kind: 'signed-out'; reason: EndReason | undefined }
  | { kind: 'signed-in'; token: string; user: SessionUser };

const session = createStore<SessionState>({ kind: 'restoring' });
export const sessionState = session.get;
export const setSessionState = session.set;
export const onSessionChange = session.subscribe;

/** Calls `end` when nobody is signed in any more, so that data of the user is cleared with the session. */
export function onSessionEnd(end: () => void): void {
  session.subscribe(() => {
    if (session.get().kind === 'signed-out') end();
  });
}

export function readStoredUser(): StoredUser | undefined {
  return storedUserFrom(tabStorage.getItem(userStorageKey));
}

export function writeStoredUser(user: StoredUser | undefined): void {
  if (user) tabStorage.setItem(userStorageKey, JSON.stringify(user));
  else tabStorage.removeItem(userStorageKey);
}

/** Returns the token of this tab's session, also while the session is being restored. */
export function currentToken(): string | undefined {
  const state = session.get();
  return state.kind === 'signed-in' ? state.token : readStoredUser()?.accessToken;
}

export function useSession(): SessionState {
  return useStored(session);
}

/** Returns the signed-in user, for components that are rendered only while a user is signed in. */
export function useSessionUser(): SessionUser {
  const state = useSession();
  if (state.kind !== 'signed-in') throw new Error('nobody is signed in here');
  return state.user;
}

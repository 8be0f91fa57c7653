/**
 * Whether somebody is signed in in this tab, and who: the one place that holds it.
 *
 * Life: `restoring` until the first look, then `signed-out` or `signed-in`, any number of times. The token is
 * held here and in session storage only; local storage keeps under `session` whether this browser is signed in
 * and when it was last used, so that tabs agree about idleness.
 */
import type { SessionUser } from '@rhythmdesk/contract/people';
import { createStore } from '../store.ts';
import { useStored } from '../use-stored.ts';
import { type StoredUser, storedUserFrom, userStorageKey } from './stored-user.ts';

/** Why a session ended: the user left, the server or the clock ended it, or the account was deleted. */
export type EndReason = 'left' | 'expired' | 'deleted';

export type SessionState =
  | { kind: 'restoring' }
  | { kind: 'signed-out'; reason: EndReason | undefined }
  | { kind: 'signed-in'; token: string; user: SessionUser };

const session = createStore<SessionState>({ kind: 'restoring' });
export const sessionState = session.get;
export const setSessionState = session.set;
export const onSessionChange = session.subscribe;

/** Calls `end` whenever nobody is signed in any more: what belongs to a user goes with the session. */
export function onSessionEnd(end: () => void): void {
  session.subscribe(() => {
    if (session.get().kind === 'signed-out') end();
  });
}

export function readStoredUser(): StoredUser | undefined {
  return storedUserFrom(sessionStorage.getItem(userStorageKey));
}

export function writeStoredUser(user: StoredUser | undefined): void {
  if (user) sessionStorage.setItem(userStorageKey, JSON.stringify(user));
  else sessionStorage.removeItem(userStorageKey);
}

/** The token of this tab's session, also while it is being restored. */
export function currentToken(): string | undefined {
  const state = session.get();
  return state.kind === 'signed-in' ? state.token : readStoredUser()?.accessToken;
}

export function useSession(): SessionState {
  return useStored(session);
}

/** For what is drawn only while somebody is signed in. */
export function useSessionUser(): SessionUser {
  const state = useSession();
  if (state.kind !== 'signed-in') throw new Error('nobody is signed in here');
  return state.user;
}

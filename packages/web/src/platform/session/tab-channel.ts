/**
 * Lets tabs of one browser share a session. A new tab asks; an open one offers its session user; a tab that signs out
 * also signs out the other tabs of that session. The channel reaches tabs of this origin only.
 */
import { asStoredUser, type StoredUser } from './stored-user.ts';
import type { EndReason } from './session-state.ts';
import { ownName } from '../address/base-path.ts';

export type TabMessage =
  | { type: 'ask' }
  | { type: 'offer'; user: StoredUser }
  /** The preferences stored on the server were changed. */
  | { type: 'preferences' }
  | { type: 'ended'; token: string; reason: EndReason };

const reasons: readonly EndReason[] = ['left', 'expired', 'deleted'];

export function asTabMessage(value: unknown): TabMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type: unknown = Reflect.get(value, 'type');
  if (type === 'ask' || type === 'preferences') return { type };
  if (type === 'offer') {
    const user = asStoredUser(Reflect.get(value, 'user'));
    return user ? { type, user } : undefined;
  }
  if (type !== 'ended') return undefined;
  const token: unknown = Reflect.get(value, 'token');
  const reason = reasons.find((known) => known === Reflect.get(value, 'reason'));
  return typeof token === 'string' && reason ? { type, token, reason } : undefined;
}

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(ownName('rhythmdesk-session'));

export function postToTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const heard = (event: MessageEvent<unknown>) => {
    const message = asTabMessage(event.data);
    if (message) listener(message);
  };
  channel?.addEventListener('message', heard);
  return () => channel?.removeEventListener('message', heard);
}

/** Asks the open tabs; resolves with the first offer, or with undefined after `waitMs`. */
export function askTabs(waitMs: number): Promise<StoredUser | undefined> {
  return new Promise((resolve) => {
    const stop = onTabMessage((message) => {
      if (message.type === 'offer') finish(message.user);
    });
    const timer = setTimeout(() => finish(undefined), waitMs);
    function finish(user: StoredUser | undefined): void {
      stop();
      clearTimeout(timer);
      resolve(user);
    }
    postToTabs({ type: 'ask' });
  });
}

/**
 * Sets up push in this browser: support, permission, service worker, token, and registration with the server.
 *
 * Invariants: the user is never asked here (`askForPush` does that, after a click); every call sends the token to the
 * server, since the session may be another; a token older than seven days is renewed; every failure throws a
 * `PushFault`.
 */
import { api } from '../client/api.ts';
import { forgetPush } from './forget-push.ts';
import { isStale, readKeptToken, writeKeptToken } from './kept-token.ts';
import { PushFault } from './push-fault.ts';
import { activePushWorker } from './push-worker.ts';
import { webSubscription } from './web-subscription.ts';
import { ownName } from '../address/base-path.ts';

export type PushState = 'unsupported' | 'blocked' | 'unasked' | 'granted';

/** Returns the browser's capability and the user's permission so far. */
export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'unsupported';
  }
  const { permission } = Notification;
  if (permission === 'denied') return 'blocked';
  return permission === 'granted' ? 'granted' : 'unasked';
}

const faultOfState = {
  unsupported: 'unsupported-browser',
  blocked: 'permission-blocked',
  unasked: 'permission-default',
} as const satisfies Record<Exclude<PushState, 'granted'>, string>;

function requireGranted(): void {
  const state = pushState();
  if (state !== 'granted') throw new PushFault(faultOfState[state]);
}

/** Browsers without storage, such as some private windows, cannot store what Firebase needs either. */
async function requireIndexedDb(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (fault: unknown) => reject(new PushFault('indexed-db-unsupported', fault));
  try {
    const name = 'rhythmdesk-push-check';
    const opened = indexedDB.open(ownName(name));
    opened.addEventListener('error', () => fail(opened.error));
    opened.addEventListener('success', () => {
      opened.result.close();
      indexedDB.deleteDatabase(ownName(name));
      resolve(undefined);
    });
  } catch (fault) {
    fail(fault);
  }
  await promise;
}

async function freshToken(stale: boolean): Promise<string> {
  const { web_push_key, firebase, missing } = await api.call('pushStanding', {});
  if (missing.length > 0) throw new PushFault('missing-config', new Error(missing.join(', ')));
  if (firebase !== null) await requireIndexedDb();
  const registration = await activePushWorker();
  if (firebase === null) return webSubscription(registration, web_push_key, stale);
  const { firebaseToken } = await import('./firebase-token.ts');
  return firebaseToken(registration, firebase, stale);
}

export async function setUpPush(nowMs = Date.now()): Promise<void> {
  requireGranted();
  const kept = readKeptToken();
  const stale = isStale(kept, nowMs);
  const push_token = await freshToken(stale);
  await api.call('registerPushToken', { push_token });
  const same = kept !== undefined && !stale && kept.push_token === push_token;
  writeKeptToken(same ? kept : { push_token, made_ms: nowMs });
}

/** Asks the user for permission, after a click; sets push up if they agree. */
export async function askForPush(): Promise<void> {
  if (pushState() === 'unsupported') throw new PushFault('unsupported-browser');
  await Notification.requestPermission();
  await setUpPush();
}

/** Notifies the server first: without its messages nothing is shown, even if the subscription cannot be ended. */
export async function turnOffPush(): Promise<void> {
  await api.call('forgetPushToken', {});
  forgetPush();
}

/** Push in this browser, for components that show it or let the user choose. */
export const browserPush = { pushState, setUpPush, askForPush, turnOffPush };

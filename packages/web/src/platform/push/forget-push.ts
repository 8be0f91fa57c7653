/**
 * Removes this browser's push token at sign-out. The server has deleted it with the session, and the browser's own
 * subscription is ended, so that a message already on its way is not shown. Kept small, because every page loads it.
 */
import { tokenStorageKey } from './kept-token.ts';
import { browserStorage } from '../own-storage.ts';
import { browserAddress } from '../address/base-path.ts';

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(browserAddress('/'));
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

export function forgetPush(): void {
  try {
    if (browserStorage.getItem(tokenStorageKey) === null) return;
    browserStorage.removeItem(tokenStorageKey);
  } catch {
    return;
  }
  // A subscription that cannot be ended is harmless: the server no longer sends to it.
  if ('serviceWorker' in navigator) unsubscribe().catch(() => undefined);
}

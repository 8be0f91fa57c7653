/**
 * At sign-out this browser's push token goes: the server has dropped it with the session, and the browser's own
 * subscription is ended, so that a message which is under way finds nobody. Small, since every page holds it.
 */
import { tokenStorageKey } from './kept-token.ts';

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

export function forgetPush(): void {
  try {
    if (localStorage.getItem(tokenStorageKey) === null) return;
    localStorage.removeItem(tokenStorageKey);
  } catch {
    return;
  }
  // One that cannot be ended is dead all the same: the server sends to it no more.
  if ('serviceWorker' in navigator) unsubscribe().catch(() => undefined);
}

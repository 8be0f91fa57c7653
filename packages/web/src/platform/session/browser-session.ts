/**
 * Stores the session state that all tabs of this browser share, in local storage under `session`: whether a user is
 * signed in and when the page was last used. It contains no token and no name.
 */
import { browserStorage } from '../own-storage.ts';

export const browserSessionKey = 'session';

export type BrowserSession = { logged_in: boolean; last_activity_ms: number };

export function asBrowserSession(text: string | null): BrowserSession {
  const signedOut = { logged_in: false, last_activity_ms: 0 };
  if (text === null) return signedOut;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return signedOut;
    const last: unknown = Reflect.get(value, 'last_activity_ms');
    return {
      logged_in: Reflect.get(value, 'logged_in') === true,
      last_activity_ms: typeof last === 'number' && Number.isFinite(last) ? last : 0,
    };
  } catch {
    return signedOut;
  }
}

export function readBrowserSession(): BrowserSession {
  return asBrowserSession(browserStorage.getItem(browserSessionKey));
}

export function writeBrowserSession(session: BrowserSession): void {
  browserStorage.setItem(browserSessionKey, JSON.stringify(session));
}

/** Stores the push token of this browser in local storage under `fcmToken`, with its creation time. */
import { browserStorage } from '../own-storage.ts';

export const tokenStorageKey = 'fcmToken';

/** An older token is replaced. */
const tokenGoodMs = 7 * 86_400_000;

export type KeptToken = { readonly push_token: string; readonly made_ms: number };

export function readKeptToken(): KeptToken | undefined {
  try {
    const value: unknown = JSON.parse(browserStorage.getItem(tokenStorageKey) ?? '');
    if (typeof value !== 'object' || value === null) return undefined;
    const push_token: unknown = Reflect.get(value, 'push_token');
    const made_ms: unknown = Reflect.get(value, 'made_ms');
    return typeof push_token === 'string' && typeof made_ms === 'number'
      ? { push_token, made_ms }
      : undefined;
  } catch {
    return undefined;
  }
}

export function writeKeptToken(token: KeptToken): void {
  try {
    browserStorage.setItem(tokenStorageKey, JSON.stringify(token));
  } catch {
    // Storage is blocked: the token is requested again on the next page load.
  }
}

/** Returns true for an old token, also if the clock was set back: a creation time in the future counts as old. */
export const isStale = (kept: KeptToken | undefined, nowMs: number): boolean =>
  kept === undefined || nowMs - kept.made_ms >= tokenGoodMs || kept.made_ms > nowMs;

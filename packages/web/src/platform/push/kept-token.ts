/** The push token of this browser, kept in local storage under `fcmToken` with when it was made. */
export const tokenStorageKey = 'fcmToken';

/** Older than this it is made anew. */
const tokenGoodMs = 7 * 86_400_000;

export type KeptToken = { readonly push_token: string; readonly made_ms: number };

export function readKeptToken(): KeptToken | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(tokenStorageKey) ?? '');
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
    localStorage.setItem(tokenStorageKey, JSON.stringify(token));
  } catch {
    // Storage is blocked: the token is asked for again with the next page.
  }
}

/** Of a clock that was set back too: what was made later than now is as good as old. */
export const isStale = (kept: KeptToken | undefined, nowMs: number): boolean =>
  kept === undefined || nowMs - kept.made_ms >= tokenGoodMs || kept.made_ms > nowMs;

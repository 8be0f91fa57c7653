/** Remembers in this browser which chief a user asked last, who is then selected for the next case. */
import { sessionState } from '../../../platform/session/session-state.ts';
import { browserStorage } from '../../../platform/own-storage.ts';

function storageKey(): string | null {
  const session = sessionState();
  return session.kind === 'signed-in' ? `chief-${String(session.user.id)}` : null;
}

/** Returns the id of the chief; null if none is remembered. */
export function usualChief(): number | null {
  const key = storageKey();
  try {
    return key === null ? null : Number(browserStorage.getItem(key)) || null;
  } catch {
    return null;
  }
}

export function rememberChief(id: number): void {
  const key = storageKey();
  try {
    if (key !== null) browserStorage.setItem(key, String(id));
  } catch {
    // Without browser storage the chief is chosen each time.
  }
}

/**
 * Keeps unsent text while the user looks at another case. It is in memory only and cleared with the session: text about
 * a patient is never written to the browser's storage.
 */
import { onSessionEnd } from '../../../platform/session/session-state.ts';

const kept = new Map<string, string>();

onSessionEnd(() => kept.clear());

export function keepDraft(key: string, text: string): void {
  if (text === '') kept.delete(key);
  else kept.set(key, text);
}

export function storedDraft(key: string): string | undefined {
  return kept.get(key);
}

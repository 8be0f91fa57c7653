/**
 * Text that was typed and not sent, kept while the user looks at another case. It lives in memory only and goes
 * with the session: what was written about a patient is never put into the browser's storage.
 */
import { onSessionEnd } from '../../../platform/session/session-state.ts';

const kept = new Map<string, string>();

onSessionEnd(() => kept.clear());

export function keepDraft(key: string, text: string): void {
  if (text === '') kept.delete(key);
  else kept.set(key, text);
}

export function draftOf(key: string): string | undefined {
  return kept.get(key);
}

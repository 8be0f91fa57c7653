/**
 * Text that was typed and not sent, kept while the user looks at another case. It lives in memory only and goes
 * with the session: what was written about a patient is never put into the browser's storage.
 */
import { useState } from 'react';
import { onSessionChange, sessionState } from '../../../platform/session/session-state.ts';

const kept = new Map<string, string>();

onSessionChange(() => {
  if (sessionState().kind === 'signed-out') kept.clear();
});

export function keepDraft(key: string, text: string): void {
  if (text === '') kept.delete(key);
  else kept.set(key, text);
}

export function draftOf(key: string): string | undefined {
  return kept.get(key);
}

/** A draft as state; an empty one is forgotten. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => draftOf(key) ?? '');
  const write = (next: string) => {
    keepDraft(key, next);
    setText(next);
  };
  return [text, write];
}

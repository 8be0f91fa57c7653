/** Describes the phrases as they are edited: each has a key that stays the same while it is moved. */
import type { PhraseLibrary } from '@rhythmdesk/contract/report-phrases';
import { type Phrase, type PhraseFault, phraseFault } from '@rhythmdesk/domain/report/phrases';

export type DraftPhrase = Phrase & { readonly key: number };
export type PhraseDraft = { readonly phrases: readonly DraftPhrase[]; readonly nextKey: number };

export function phraseDraftOf({ phrases }: Pick<PhraseLibrary, 'phrases'>): PhraseDraft {
  return { phrases: phrases.map((phrase, key) => ({ ...phrase, key })), nextKey: phrases.length };
}

export function listOf({ phrases }: PhraseDraft): PhraseLibrary['phrases'] {
  return phrases.map(({ occasion, texts }) => ({ occasion, texts: { ...texts } }));
}

export function withNew({ phrases, nextKey }: PhraseDraft): PhraseDraft {
  const texts = { en: '', ja: '', ko: '', zh: '' };
  return { phrases: [...phrases, { key: nextKey, occasion: 'any', texts }], nextKey: nextKey + 1 };
}

export function changed(draft: PhraseDraft, next: DraftPhrase): PhraseDraft {
  return { ...draft, phrases: draft.phrases.map((one) => (one.key === next.key ? next : one)) };
}

export function without(draft: PhraseDraft, key: number): PhraseDraft {
  return { ...draft, phrases: draft.phrases.filter((one) => one.key !== key) };
}

export function moved(draft: PhraseDraft, key: number, by: -1 | 1): PhraseDraft {
  const phrases = [...draft.phrases];
  const at = phrases.findIndex((one) => one.key === key);
  const [one] = phrases.slice(at, at + 1);
  if (at < 0 || one === undefined || at + by < 0 || at + by >= phrases.length) return draft;
  phrases.splice(at, 1);
  phrases.splice(at + by, 0, one);
  return { ...draft, phrases };
}

/** Returns the first phrase that cannot be saved, by its number, and why. */
export function faultOf({ phrases }: PhraseDraft): { number: number; fault: PhraseFault } | null {
  for (const [index, phrase] of phrases.entries()) {
    const fault = phraseFault(phrase);
    if (fault !== null) return { number: index + 1, fault };
  }
  return null;
}

/**
 * Holds the draft of a record that is edited and saved as a whole. Another user's newer version replaces a draft without
 * changes; a draft with changes stays on the version that it was written on, so that the server refuses to overwrite
 * the newer one.
 */
import { useState } from 'react';

type Versioned = { readonly version: number };

export type HeldDraftRules<Item, Draft> = {
  readonly draftOf: (item: Item) => Draft;
  /** Drafts that would be stored alike have the same text. */
  readonly textOf: (draft: Draft) => string;
};

export function useHeldDraft<Item extends Versioned, Draft>(
  present: Item,
  { draftOf, textOf }: HeldDraftRules<Item, Draft>,
) {
  const [{ base, draft }, hold] = useState(() => ({ base: present, draft: draftOf(present) }));
  const isChanged = textOf(draft) !== textOf(draftOf(base));
  const take = (item: Item) => hold({ base: item, draft: draftOf(item) });
  if (present.version > base.version && !isChanged) take(present);
  return {
    base,
    draft,
    isChanged,
    setDraft: (next: Draft) => hold((now) => ({ ...now, draft: next })),
    /** Shows this version; what was typed is discarded. */
    take,
    /** `sent` is stored as this version; what was typed since stays. */
    stored: (sent: Draft, item: Item) =>
      hold((now) => ({ base: item, draft: now.draft === sent ? draftOf(item) : now.draft })),
  };
}

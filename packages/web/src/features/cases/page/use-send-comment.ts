/** Sends a comment: mentioned people are found by their names, and sending it again cannot create it twice. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { makeAttemptKeys } from '../model/attempt-key.ts';
import { mentionedIn } from '../model/mentions.ts';
import type { PinnedPlace } from '../model/pins.ts';
import { commentsQuery } from '../model/use-case.ts';

/** Maximum length of a comment, in characters. */
export const longestComment = 4000;

export type NewComment = {
  readonly content: string;
  readonly internal: boolean;
  readonly place?: PinnedPlace;
  /** The pinned comment that it replies to and thereby answers. */
  readonly reply_to?: number;
};

export function useSendComment(case_id: number, onSent: () => void) {
  const cache = useQueryClient();
  const [keys] = useState(() => makeAttemptKeys());
  return useMutation({
    mutationFn: async (said: NewComment) => {
      const { content, internal } = said;
      const mentionQuery = callQuery('mentionable', { case_id, internal });
      const people = content.includes('@')
        ? (await cache.query({ ...mentionQuery, staleTime: 'static' })).items
        : [];
      const comment = { case_id, ...said, mentions: mentionedIn(content, people) };
      return api.call('addComment', comment, { idempotency_key: keys.keyFor(comment) });
    },
    meta: { faults: 'in-place' },
    onSuccess: async (comment, { reply_to }) => {
      const { queryKey } = commentsQuery(case_id);
      keys.answered();
      cache.setQueryData(
        queryKey,
        (now) =>
          now && { items: [...now.items.filter((one) => one.comment_id !== comment.comment_id), comment] },
      );
      onSent();
      // The pinned comment is now answered.
      if (reply_to !== undefined) await cache.invalidateQueries({ queryKey });
    },
  });
}

/** Provides the draft of the center's critical rules, and saving it on the version that it was written on. */
import type { CriticalSettings } from '@rhythmdesk/contract/critical';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useAskBeforeLeaving } from '../../../ui/dialogs/use-ask-before-leaving.ts';
import { useHeldDraft } from '../../../ui/use-held-draft.ts';
import { rulesDraftOf, type RulesDraft } from './rules-draft.ts';

export type RulesAnswer = OutputOf<Routes['criticalRules']>;
type Present = RulesAnswer['present'];

export const rulesQuery = callQuery('criticalRules', {});

const heldRules = {
  draftOf: ({ settings }: Present) => rulesDraftOf(settings),
  textOf: (draft: RulesDraft) => JSON.stringify(draft),
};

type SentRules = { readonly settings: CriticalSettings; readonly draft: RulesDraft };

/** After a conflict the draft stays as it was typed until the newest rules are taken. */
function useSavingRules(version: number, onStored: (sent: RulesDraft, present: Present) => void) {
  const cache = useQueryClient();
  const newest = async (): Promise<Present | undefined> => {
    await cache.invalidateQueries({ queryKey: rulesQuery.queryKey });
    return cache.getQueryData(rulesQuery.queryKey)?.present;
  };
  const saving = useMutation({
    mutationFn: ({ settings }: SentRules) => api.call('changeCriticalRules', { version, settings }),
    onSuccess: async (_answer, { draft }) => {
      const present = await newest();
      if (present !== undefined) onStored(draft, present);
    },
  });
  const { error } = saving;
  return { ...saving, newest, isStale: error instanceof ApiError && error.status === 409 };
}

export function useWritingRules(present: Present) {
  const { base, take, stored, ...held } = useHeldDraft(present, heldRules);
  const saving = useSavingRules(base.version, stored);
  useAskBeforeLeaving(held.isChanged);
  const takeNewest = async () => {
    const newest = await saving.newest();
    if (newest === undefined) return;
    take(newest);
    saving.reset();
  };
  return { ...held, saving, takeNewest };
}

/** Provides the state of the notice editor: the draft, its errors, and saving, which never loses typed text. */
import type { EditedNotice } from '@rhythmdesk/contract/notices';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useNewest } from '../../../ui/use-newest.ts';
import { faultsOf, faultyLanguage, inputOf, type NoticeDraft } from './notice-draft.ts';

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The queries to refetch: the editor's list, the open notice, and the readers' notices. */
const renewed = ['writtenNotices', 'notice', 'noticeReaders'];

export type NoticeEditorInput = {
  /** Null creates a new notice. */
  saved: EditedNotice | null;
  first: NoticeDraft;
  onSaved: (id: number) => void;
};

function useFaultWords() {
  const { t } = useTranslation('messages');
  const { t: say } = useTranslation('notices');
  return (faults: ReturnType<typeof faultsOf>) =>
    Object.fromEntries(
      Object.entries(faults).map(([name, fault]) => [
        name,
        fault === 'window' ? say('fault.window') : t('alert.required'),
      ]),
    );
}

/** The version that the draft was written on; null before a new notice is stored. */
type Base = { readonly id: number; readonly version: number } | null;

type Sent = { readonly asDraft: boolean; readonly draft: NoticeDraft; readonly base: Base };

type Saving = {
  readonly onKept: (kept: { readonly draft: NoticeDraft; readonly base: Base }) => void;
  readonly onFaults: (faults: Readonly<Record<string, string>>) => void;
  /** Called unless the user typed on while the notice was being saved. */
  readonly onSaved: (id: number) => void;
  readonly isNewest: (draft: NoticeDraft) => boolean;
};

function useSaving({ onKept, onFaults, onSaved, isNewest }: Saving) {
  const cache = useQueryClient();
  const wordsOf = useFieldFaults();
  const [isRefused, setIsRefused] = useState(false);
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: ({ asDraft, draft, base }: Sent) => {
      const input = inputOf(draft, asDraft, browserZone());
      return base === null ? api.call('addNotice', input) : api.call('updateNotice', { ...base, ...input });
    },
    onSuccess: async (base, { draft }) => {
      onKept({ draft, base });
      await Promise.all(renewed.map((name) => cache.invalidateQueries({ queryKey: [name] })));
      if (isNewest(draft)) onSaved(base.id);
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'notice/stale-version') setIsRefused(true);
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0)
        onFaults(wordsOf(error.fields));
      else await showFault(error);
    },
  });
  return { mutate, isPending, isRefused };
}

export function useNoticeEditor({ saved, first, onSaved }: NoticeEditorInput) {
  const wordsOf = useFaultWords();
  const [kept, setKept] = useState<{ readonly draft: NoticeDraft; readonly base: Base }>({
    draft: first,
    base: saved === null ? null : { id: saved.id, version: saved.version },
  });
  const [draft, setDraft] = useState(first);
  const [language, setLanguage] = useState<Language>('en');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const onFaults = (found: Readonly<Record<string, string>>) => {
    setFaults(found);
    const faulty = faultyLanguage(found);
    if (faulty !== undefined) setLanguage(faulty);
  };
  const isNewest = useNewest((sent: NoticeDraft) => sent === draft);
  const { mutate, isPending, isRefused } = useSaving({ onKept: setKept, onFaults, onSaved, isNewest });
  const { base } = kept;
  const save = (asDraft: boolean) => {
    const found = wordsOf(faultsOf(draft, asDraft, browserZone()));
    onFaults(found);
    if (Object.keys(found).length === 0 && !isPending) mutate({ asDraft, draft, base });
  };
  const change = (part: Partial<NoticeDraft>) => {
    setDraft({ ...draft, ...part });
    setFaults({});
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept.draft);
  // The query may already have another user's version, which the draft was not written on.
  const isStale = isRefused || (saved !== null && base !== null && saved.version > base.version);
  return { draft, change, language, setLanguage, faults, isStale, isPending, save, isChanged };
}
export type NoticeEditorModel = ReturnType<typeof useNoticeEditor>;

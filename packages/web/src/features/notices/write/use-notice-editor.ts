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

type Saving = NoticeEditorInput & {
  readonly draft: NoticeDraft;
  readonly onKept: (draft: NoticeDraft) => void;
  readonly onFaults: (faults: Readonly<Record<string, string>>) => void;
};

function useSaving({ saved, draft, onSaved, onKept, onFaults }: Saving) {
  const cache = useQueryClient();
  const wordsOf = useFieldFaults();
  const [isStale, setIsStale] = useState(false);
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (asDraft: boolean) => {
      const input = inputOf(draft, asDraft, browserZone());
      if (saved === null) return api.call('addNotice', input);
      return api.call('updateNotice', { id: saved.id, version: saved.version, ...input });
    },
    onSuccess: async ({ id }) => {
      onKept(draft);
      await Promise.all(renewed.map((name) => cache.invalidateQueries({ queryKey: [name] })));
      onSaved(id);
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'notice/stale-version') setIsStale(true);
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0)
        onFaults(wordsOf(error.fields));
      else await showFault(error);
    },
  });
  return { mutate, isPending, isStale };
}

export function useNoticeEditor(input: NoticeEditorInput) {
  const wordsOf = useFaultWords();
  const [kept, setKept] = useState(input.first);
  const [draft, setDraft] = useState(input.first);
  const [language, setLanguage] = useState<Language>('en');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const onFaults = (found: Readonly<Record<string, string>>) => {
    setFaults(found);
    const faulty = faultyLanguage(found);
    if (faulty !== undefined) setLanguage(faulty);
  };
  const { mutate, isPending, isStale } = useSaving({ ...input, draft, onKept: setKept, onFaults });
  const save = (asDraft: boolean) => {
    const found = wordsOf(faultsOf(draft, asDraft, browserZone()));
    onFaults(found);
    if (Object.keys(found).length === 0 && !isPending) mutate(asDraft);
  };
  const change = (part: Partial<NoticeDraft>) => {
    setDraft({ ...draft, ...part });
    setFaults({});
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept);
  return { draft, change, language, setLanguage, faults, isStale, isPending, save, isChanged };
}

export type NoticeEditorModel = ReturnType<typeof useNoticeEditor>;

/** Shows `/phrases`: the phrases for the center's conclusions, in its order and in four languages; saved as a whole. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { PhraseLibrary } from '@rhythmdesk/contract/report-phrases';
import { type Language, languages } from '@rhythmdesk/domain/kit/languages';
import { mostPhrases } from '@rhythmdesk/domain/report/phrases';
import { PlusIcon } from '@phosphor-icons/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { asLanguage, languageNames } from '../../../platform/texts/languages.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { useAskBeforeLeaving } from '../../../ui/dialogs/use-ask-before-leaving.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { ErrorState, useRefusalText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useHeldDraft } from '../../../ui/use-held-draft.ts';
import {
  changed,
  phraseDraftOf,
  faultOf,
  listOf,
  moved,
  type PhraseDraft,
  withNew,
  without,
} from './phrase-draft.ts';
import { PhraseRow } from './phrase-row.tsx';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', overflowY: 'auto' });
const Body = styled('form')(({ theme }) => ({
  width: '100%',
  maxWidth: 1040,
  padding: '0 16px 24px',
  '& p': { margin: '0 0 12px', color: theme.vars.palette.text.secondary },
}));
const List = styled('ol')({ margin: '12px 0 0', padding: 0, listStyle: 'none' });
const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  padding: '12px 0',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.background.default,
  color: theme.vars.palette.text.secondary,
  '& .fault': { color: theme.vars.palette.error.main },
}));

const phrasesQuery = callQuery('reportPhrases', {});

const rules = {
  draftOf: phraseDraftOf,
  textOf: (draft: PhraseDraft) => JSON.stringify(listOf(draft)),
};

/** The typed text stays if the save is refused because another user has saved a version. */
function useSaving(version: number, onStored: (sent: PhraseDraft, library: PhraseLibrary) => void) {
  const cache = useQueryClient();
  const newest = async (): Promise<PhraseLibrary | undefined> => {
    await cache.invalidateQueries({ queryKey: phrasesQuery.queryKey });
    return cache.getQueryData(phrasesQuery.queryKey);
  };
  const saving = useMutation({
    mutationFn: (draft: PhraseDraft) => api.call('changeReportPhrases', { version, phrases: listOf(draft) }),
    meta: { faults: 'in-place' },
    onSuccess: async (_answer, sent) => {
      const library = await newest();
      if (library !== undefined) onStored(sent, library);
    },
  });
  return { ...saving, newest };
}

function LibraryVersion({ library }: { library: PhraseLibrary }) {
  const { t } = useTranslation('phrases');
  const format = useFormat();
  const { version, created_by: by, created_at: at } = library;
  if (at === null) return <p>{t('starter')}</p>;
  return <p>{t('version', { version, name: by?.name ?? '', at: format.instant('dateTime', at) })}</p>;
}

type FormProps = { library: PhraseLibrary };

function useWriting({ library }: FormProps) {
  const { base, draft, isChanged, setDraft, take, stored } = useHeldDraft(library, rules);
  const saving = useSaving(base.version, stored);
  useAskBeforeLeaving(isChanged);
  const takeNewest = async () => {
    const newest = await saving.newest();
    if (newest === undefined) return;
    take(newest);
    saving.reset();
  };
  return { base, draft, setDraft, saving, isChanged, takeNewest, fault: faultOf(draft) };
}

function SaveBar({ writing }: { writing: ReturnType<typeof useWriting> }) {
  const { t } = useTranslation('phrases');
  const { fault, isChanged, saving, draft, setDraft } = writing;
  return (
    <Foot>
      <Button type="submit" variant="contained" disabled={saving.isPending || fault !== null || !isChanged}>
        {t('save')}
      </Button>
      <Button
        startIcon={<PlusIcon size={16} aria-hidden="true" />}
        disabled={draft.phrases.length >= mostPhrases}
        onClick={() => setDraft(withNew(draft))}
      >
        {t('add')}
      </Button>
      {fault === null ? (
        <span role="status">{isChanged ? t('unsaved') : saving.isSuccess ? t('saved') : ''}</span>
      ) : (
        <span className="fault" role="alert">
          {t(`fault-${fault.fault}`, { number: fault.number })}
        </span>
      )}
    </Foot>
  );
}

function PhrasesForm(props: FormProps) {
  const { t, i18n } = useTranslation('phrases');
  const format = useFormat();
  const [language, setLanguage] = useState<Language>(asLanguage(i18n.language) ?? 'en');
  const writing = useWriting(props);
  const { base, draft, setDraft, saving, takeNewest, fault } = writing;
  const written = (of: Language) => draft.phrases.filter(({ texts }) => texts[of].trim() !== '').length;
  const tabs = languages.map((one) => ({
    value: one,
    label: languageNames[one].name,
    count: format.number(written(one)),
  }));
  const { error } = saving;
  const refusalText = useRefusalText();
  return (
    <Body
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === null) saving.mutate(draft);
      }}
    >
      <p>{t('note')}</p>
      <LibraryVersion library={base} />
      <PillTabs label={t('language')} tabs={tabs} value={language} onChange={setLanguage} />
      {error === null ? null : (
        <NoticeBar
          tone="error"
          title={refusalText(error)}
          actions={<Button onClick={() => void takeNewest()}>{t('take-newest')}</Button>}
        />
      )}
      {draft.phrases.length === 0 ? <p>{t('empty')}</p> : null}
      <List>
        {draft.phrases.map((phrase, index) => (
          <PhraseRow
            key={phrase.key}
            {...{ phrase, language, number: index + 1, count: draft.phrases.length }}
            onChange={(next) => setDraft(changed(draft, next))}
            onMove={(by) => setDraft(moved(draft, phrase.key, by))}
            onDelete={() => setDraft(without(draft, phrase.key))}
          />
        ))}
      </List>
      <SaveBar writing={writing} />
    </Body>
  );
}

export function Page() {
  const { t } = useTranslation('phrases');
  const { data, error, refetch } = useQuery({
    ...phrasesQuery,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Frame>
      <PageHeader title={t('title')}>
        {data === undefined ? null : <span lang={nameLanguage(data.center.name)}>{data.center.name}</span>}
      </PageHeader>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <GridSkeleton /> : null}
      {data === undefined ? null : <PhrasesForm library={data} />}
    </Frame>
  );
}

/** Shows the editor of one notice, its preview beside or over it, and its actions at the bottom. */
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { styled } from '@mui/material/styles';
import type { EditedNotice } from '@rhythmdesk/contract/notices';
import { writableAudiences } from '@rhythmdesk/domain/notice/windows';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftIcon, EyeIcon, TrashIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { theme } from '../../../platform/theme/theme.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { type PageAddress, useAskBeforeLeaving } from '../../../ui/dialogs/use-ask-before-leaving.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { PreviewPlace } from '../../../ui/list/list-preview.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { noticeSchema } from '../model/notice-state.ts';
import { LanguageTabs } from './language-tabs.tsx';
import { instantOf, type NoticeDraft } from './notice-draft.ts';
import { NoticeFields } from './notice-fields.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { browserZone, type NoticeEditorModel, useNoticeEditor } from './use-notice-editor.ts';

const Middle = styled('section')({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 });
const Fields = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  gap: 14,
  padding: '16px 20px 20px',
  overflow: 'auto',
  [breakpoints.down('md')]: { padding: '12px 16px 16px' },
}));
const Foot = styled('div')(({ theme: { vars, breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  minHeight: 56,
  padding: '8px 20px',
  borderTop: `1px solid ${vars.palette.line.main}`,
  '& .saved': { fontSize: textSize.small, color: vars.palette.text.secondary },
  '& .space': { flex: 1 },
  [breakpoints.down('md')]: { padding: '8px 16px', '& > button': { minHeight: 44 } },
}));

type FootProps = {
  editor: NoticeEditorModel;
  saved: EditedNotice | null;
  onDelete: () => void;
  onPreview: (() => void) | null;
};

function useMainAct(draft: NoticeDraft, saved: EditedNotice | null) {
  const { t } = useTranslation('notices');
  const nowMs = useNow();
  if (saved !== null && saved.state !== 'draft') return t('save');
  const from = instantOf(draft.from, browserZone());
  return t(from !== null && Date.parse(from) > nowMs ? 'plan' : 'show');
}

function EditorFoot({ editor, saved, onDelete, onPreview }: FootProps) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const act = useMainAct(editor.draft, saved);
  const isDraft = saved === null || saved.state === 'draft';
  return (
    <Foot>
      {saved === null ? null : (
        <Button color="error" startIcon={<TrashIcon size={16} aria-hidden="true" />} onClick={onDelete}>
          {t(isDraft ? 'delete.draft' : 'delete')}
        </Button>
      )}
      <span className="space" />
      {saved === null || editor.isChanged ? null : (
        <span className="saved">{t('saved', { time: format.instant('time', saved.updated_at) })}</span>
      )}
      {onPreview === null ? null : (
        <Button startIcon={<EyeIcon size={16} aria-hidden="true" />} onClick={onPreview}>
          {t('preview')}
        </Button>
      )}
      {isDraft ? (
        <Button disabled={editor.isPending} onClick={() => editor.save(true)}>
          {t('save-draft')}
        </Button>
      ) : null}
      <Button
        variant="contained"
        color="primary"
        disabled={editor.isPending}
        onClick={() => editor.save(false)}
      >
        {act}
      </Button>
    </Foot>
  );
}

function useDeleting(saved: EditedNotice | null, onDeleted: () => void) {
  const { t } = useTranslation('notices');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: number) => api.call('deleteNotice', { id }),
    onSuccess: async () => {
      onDeleted();
      await cache.invalidateQueries({ queryKey: ['writtenNotices'] });
    },
  });
  return async () => {
    if (saved === null) return;
    const name = t(saved.state === 'draft' ? 'delete.draft' : 'delete');
    const yes = await dialogs.confirm({
      title: name,
      message: t('delete.ask'),
      confirmText: name,
      destructive: true,
    });
    if (yes) mutate(saved.id);
  };
}

/** Another notice opens on the same page. */
const isSameNotice = (from: PageAddress, to: PageAddress): boolean =>
  from.pathname === to.pathname &&
  noticeSchema.parse(from.search).notice === noticeSchema.parse(to.search).notice;

export type NoticeEditorProps = {
  saved: EditedNotice | null;
  first: NoticeDraft;
  /** Set if there is no space for the list beside the editor. */
  onBack: (() => void) | null;
  onSaved: (id: number) => void;
  onDeleted: () => void;
  onReload: () => void;
};

function StaleBar({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation('notices');
  return (
    <NoticeBar
      tone="warning"
      title={t('stale')}
      actions={
        <Button size="small" onClick={onReload}>
          {t('stale.load')}
        </Button>
      }
    />
  );
}

function EditorHead({
  onBack,
  isStale,
  onReload,
}: Pick<NoticeEditorProps, 'onBack' | 'onReload'> & { isStale: boolean }) {
  const { t } = useTranslation('notices');
  return (
    <>
      {onBack === null ? null : (
        <PageHeader title={t('title')}>
          <IconButton name={t('back')} onClick={onBack} sx={{ order: -1, marginLeft: '-8px' }}>
            <ArrowLeftIcon size={18} aria-hidden="true" />
          </IconButton>
        </PageHeader>
      )}
      {isStale ? <StaleBar onReload={onReload} /> : null}
    </>
  );
}

function useSaveKey(editor: NoticeEditorModel, isDraft: boolean): void {
  const { t } = useTranslation('notices');
  const label = t(isDraft ? 'save-draft' : 'save');
  useCommands([
    {
      id: 'notice.save',
      keys: ['Ctrl+S'],
      title: label,
      footer: true,
      once: true,
      run: () => editor.save(isDraft),
    },
  ]);
}

export function NoticeEditor({ saved, first, onBack, onSaved, onDeleted, onReload }: NoticeEditorProps) {
  const { t } = useTranslation('notices');
  const editor = useNoticeEditor({ saved, first, onSaved });
  const { draft, language } = editor;
  const beside = useMediaQuery(theme.breakpoints.up('lg'), { noSsr: true });
  const [over, setOver] = useState(false);
  const { data: audience } = useQuery(callQuery('noticeAudience', { group_type: draft.group_type }));
  const audiences = writableAudiences(useSessionUser().user_role);
  const remove = useDeleting(saved, onDeleted);
  useAskBeforeLeaving(editor.isChanged, isSameNotice);
  useSaveKey(editor, saved === null || saved.state === 'draft');
  const close = () => setOver(false);
  const seen = { draft, written: language, saved, audience, onClose: beside ? null : close };
  const preview = <NoticePreview {...seen} />;
  return (
    <>
      <Middle aria-label={t('editor')}>
        <EditorHead onBack={onBack} isStale={editor.isStale} onReload={onReload} />
        <LanguageTabs draft={draft} language={language} onLanguage={editor.setLanguage} />
        <Fields>
          <NoticeFields editor={editor} audiences={audiences} people={audience?.total} />
        </Fields>
        <EditorFoot
          editor={editor}
          saved={saved}
          onDelete={() => void remove()}
          onPreview={beside ? null : () => setOver(true)}
        />
      </Middle>
      {beside ? preview : null}
      {!beside && over ? (
        <PreviewPlace preview={{ shown: true, over: true, toggle: close }}>{preview}</PreviewPlace>
      ) : null}
    </>
  );
}

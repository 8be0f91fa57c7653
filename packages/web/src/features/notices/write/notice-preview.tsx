/**
 * Previews the notice for one audience in one language, as a popup and in the list, with the number of people it
 * reaches.
 */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import type { EditedNotice } from '@rhythmdesk/contract/notices';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { type Language, languages } from '@rhythmdesk/domain/kit/languages';
import { audienceGroups, audiencesFor } from '@rhythmdesk/domain/notice/windows';
import { type GroupType, isGroupType } from '@rhythmdesk/domain/people/roles';
import { useQuery } from '@tanstack/react-query';
import { XIcon } from '@phosphor-icons/react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { asLanguage, languageNames } from '../../../platform/texts/languages.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { NoticePanel } from '../panels/notice-panels.tsx';
import { PopupHead } from '../popup-notices.tsx';
import { instantOf, type NoticeDraft, textState } from './notice-draft.ts';
import { ReadersDialog } from './readers-dialog.tsx';
import { browserZone } from './use-notice-editor.ts';

const Pane = styled('aside')(({ theme }) => ({
  width: 420,
  maxWidth: '100vw',
  flex: 'none',
  minHeight: '100%',
  overflow: 'auto',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s0,
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  minHeight: 44,
  padding: '6px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  '& h2': { flex: 1, margin: 0, fontSize: textSize.body, fontWeight: 600 },
  '& .MuiSelect-select': { paddingTop: 4, paddingBottom: 4, fontSize: textSize.small },
}));
const Region = styled('section')(({ theme }) => ({
  padding: '16px 16px 20px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& > p': { margin: '0 0 10px', fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const Card = styled('div')(({ theme }) => ({
  borderRadius: 12,
  backgroundColor: theme.vars.palette.surface.s1,
  boxShadow: theme.vars.palette.shadow.menu,
  '& .text': { padding: '0 24px 8px' },
  '& .foot': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '8px 16px 16px 20px',
  },
  '&.row': { padding: '0 16px', borderRadius: 8 },
}));
const Counts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gap: '6px 12px',
  margin: 0,
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& .head': { color: theme.vars.palette.text.primary, fontWeight: 600 },
}));

function shownIn(draft: NoticeDraft, language: Language) {
  return draft.texts[textState(draft, language) === 'whole' ? language : 'en'];
}

/** The types of group to preview: one for each audience, and one that belongs to no narrow audience. */
const viewers = ['hospital', 'tech_center', 'logistics'] as const satisfies readonly GroupType[];

type LookProps = {
  viewer: GroupType;
  language: Language;
  onViewer: (viewer: GroupType) => void;
  onLanguage: (language: Language) => void;
  onClose: (() => void) | null;
};

function LookBar({ viewer, language, onViewer, onLanguage, onClose }: LookProps) {
  const { t } = useTranslation('notices');
  const { t: frame } = useTranslation('dialogs');
  return (
    <Head>
      <h2>{t('preview')}</h2>
      <Select
        size="small"
        value={viewer}
        inputProps={{ 'aria-label': t('preview.as') }}
        onChange={({ target }) => isGroupType(target.value) && onViewer(target.value)}
      >
        {viewers.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`kind.${each}`)}
          </MenuItem>
        ))}
      </Select>
      <Select
        size="small"
        value={language}
        inputProps={{ 'aria-label': t('preview.in') }}
        onChange={({ target }) => onLanguage(asLanguage(target.value) ?? 'en')}
      >
        {languages.map((each) => (
          <MenuItem key={each} value={each} lang={languageNames[each].tag}>
            {languageNames[each].name}
          </MenuItem>
        ))}
      </Select>
      {onClose === null ? null : (
        <IconButton name={frame('close')} onClick={onClose}>
          <XIcon size={16} aria-hidden="true" />
        </IconButton>
      )}
    </Head>
  );
}

type FaceProps = { draft: NoticeDraft; language: Language };

function useFace({ draft, language }: FaceProps) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const { title, content } = shownIn(draft, language);
  const from_time = instantOf(draft.from, browserZone()) ?? new Date(0).toISOString();
  const to_time = instantOf(draft.to, browserZone()) ?? from_time;
  return {
    notice: {
      category: draft.category,
      title: title.trim() === '' ? t('preview.untitled') : title,
      content,
      from_time,
    },
    range: format.range('dayTime', Date.parse(from_time), Date.parse(to_time)),
  };
}

function PopupFoot({ language }: Pick<FaceProps, 'language'>) {
  const { t } = useTranslation('notices', { lng: language });
  const { t: frame } = useTranslation('dialogs', { lng: language });
  return (
    <div className="foot" inert>
      <FormControlLabel control={<Checkbox />} label={t('popup.today')} />
      <Button variant="contained" color="primary">
        {frame('close')}
      </Button>
    </div>
  );
}

function PopupFace({ draft, language }: FaceProps) {
  const { t } = useTranslation('notices');
  const { notice, range } = useFace({ draft, language });
  if (!draft.popup)
    return (
      <Region>
        <p style={{ margin: 0 }}>{t('preview.no-popup', { range })}</p>
      </Region>
    );
  return (
    <Region>
      <p>{t('preview.popup', { range })}</p>
      <Card>
        <PopupHead notice={notice} language={language} />
        <div className="text">
          <MarkdownText text={notice.content} lang={nameLanguage(notice.content)} />
        </div>
        <PopupFoot language={language} />
      </Card>
    </Region>
  );
}

type Audience = OutputOf<Routes['noticeAudience']>;

function Reach({ audience, saved }: { audience: Audience | undefined; saved: EditedNotice | null }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const [isConfirming, setConfirming] = useState(false);
  const wasShown = saved !== null && (saved.state === 'shown' || saved.state === 'ended');
  const { data } = useQuery({
    ...callQuery('noticeReaders', { id: saved?.id ?? 1, page: 1, size: 1 }),
    enabled: wasShown,
  });
  const kinds = audience?.kinds ?? [];
  return (
    <Region>
      <Counts>
        <dt className="head">{t('reach')}</dt>
        <dd className="head">{audience === undefined ? '–' : format.number(audience.total)}</dd>
        {kinds.map(({ type, people }) => (
          <div key={type} style={{ display: 'contents' }}>
            <dt>{t(`kind.${type}`)}</dt>
            <dd>{format.number(people)}</dd>
          </div>
        ))}
        <dt>{t('reach.read')}</dt>
        <dd>{wasShown && data !== undefined ? format.number(data.total) : '–'}</dd>
      </Counts>
      {wasShown ? (
        <Button size="small" onClick={() => setConfirming(true)} sx={{ marginTop: '10px' }}>
          {t('readers.title')}
        </Button>
      ) : null}
      {isConfirming && saved !== null ? (
        <ReadersDialog id={saved.id} onClose={() => setConfirming(false)} />
      ) : null}
    </Region>
  );
}

export type NoticePreviewProps = {
  draft: NoticeDraft;
  /** The language that is being edited. */
  written: Language;
  saved: EditedNotice | null;
  audience: Audience | undefined;
  /** Set if the preview is over the editor. */
  onClose: (() => void) | null;
};

export function NoticePreview({ draft, written, saved, audience, onClose }: NoticePreviewProps) {
  const { t } = useTranslation('notices');
  const id = useId();
  const [viewer, setViewer] = useState<GroupType>(audienceGroups[draft.group_type][0]);
  const [chosen, setChosen] = useState<Language | null>(null);
  const language = chosen ?? written;
  const { notice } = useFace({ draft, language });
  const isSeen = audiencesFor(viewer).includes(draft.group_type);
  return (
    <Pane aria-labelledby={id}>
      <span id={id} hidden>
        {t('preview')}
      </span>
      <LookBar
        viewer={viewer}
        language={language}
        onViewer={setViewer}
        onLanguage={setChosen}
        onClose={onClose}
      />
      {isSeen ? (
        <>
          {/* The texts of the language are loaded here, while the editor stays as it is. */}
          <Suspense fallback={null}>
            <PopupFace draft={draft} language={language} />
          </Suspense>
          <Region>
            <p>{t('preview.list')}</p>
            <Card className="row">
              <NoticePanel notice={notice} />
            </Card>
          </Region>
        </>
      ) : (
        <Region>
          <p style={{ margin: 0 }}>{t('preview.hidden')}</p>
        </Region>
      )}
      <Reach audience={audience} saved={saved} />
    </Pane>
  );
}

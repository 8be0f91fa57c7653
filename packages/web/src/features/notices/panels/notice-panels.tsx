/** Shows notices as expandable panels: category, title, date, text. Opening one marks it as read. */
import { styled } from '@mui/material/styles';
import type { Notice } from '@rhythmdesk/contract/notices';
import { CaretDownIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { CategoryTag } from './category-tag.tsx';

const Panel = styled('details')(({ theme }) => ({
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 44,
    padding: '8px 0',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
  },
  '& .title': { flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' },
  '&[data-new] .title': { fontWeight: 600 },
  '& time': {
    fontSize: textSize.small,
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
  },
  '& summary svg.caret': { flex: 'none', transition: 'transform 120ms ease-out' },
  '&[open] summary svg.caret': { transform: 'rotate(180deg)' },
  '& .text': { padding: '0 0 16px', maxWidth: '72ch' },
}));

/** Scrolls a panel that is open initially into view. */
const inSight = (panel: HTMLDetailsElement | null): void => {
  if (panel?.open === true) panel.scrollIntoView({ block: 'nearest' });
};

export type NoticePanelProps = {
  notice: Pick<Notice, 'category' | 'title' | 'content' | 'from_time'>;
  /** The user has not opened it before. */
  isNew?: boolean;
  open?: boolean;
  onOpen?: () => void;
};

export function NoticePanel({ notice, isNew = false, open = false, onOpen }: NoticePanelProps) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const { category, title, content, from_time } = notice;
  return (
    <Panel
      ref={inSight}
      open={open}
      data-new={isNew || undefined}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary>
        <CategoryTag category={category} />
        <span className="title" lang={nameLanguage(title)}>
          {title}
        </span>
        {isNew ? <Tag tone="primary">{t('new-mark')}</Tag> : null}
        <time dateTime={from_time}>{format.instant('date', from_time)}</time>
        <CaretDownIcon className="caret" size={14} aria-hidden="true" />
      </summary>
      <div className="text">
        <MarkdownText text={content} lang={nameLanguage(content)} />
      </div>
    </Panel>
  );
}

export type NoticePanelsProps = {
  notices: readonly Notice[];
  /** The panel that is open initially and in view. */
  pointedAt?: number | undefined;
  onRead: (notice: Notice) => void;
};

export function NoticePanels({ notices, pointedAt, onRead }: NoticePanelsProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const open = (notice: Notice) => {
    if (notice.read || opened.has(notice.id)) return;
    setOpened(new Set([...opened, notice.id]));
    onRead(notice);
  };
  return notices.map((notice) => (
    <NoticePanel
      key={`${String(notice.id)}-${String(notice.id === pointedAt)}`}
      open={notice.id === pointedAt}
      notice={notice}
      isNew={!notice.read && !opened.has(notice.id)}
      onOpen={() => open(notice)}
    />
  ));
}

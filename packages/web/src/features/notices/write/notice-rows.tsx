/** Lists the notices that the caller may edit: title, state, audience, number of readers. */
import { styled } from '@mui/material/styles';
import type { NoticeRow } from '@rhythmdesk/contract/notices';
import {
  ArchiveIcon,
  BrowserIcon,
  CalendarBlankIcon,
  EyeIcon,
  PencilSimpleIcon,
} from '@phosphor-icons/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Row = styled('button')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  width: '100%',
  padding: '11px 16px 11px 21px',
  border: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  borderLeft: '3px solid transparent',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[aria-current="true"]': {
    borderLeftColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.row.selected,
  },
  '& .title': { fontWeight: 500, overflowWrap: 'anywhere' },
}));
const Facts = styled('span')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 10px',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& span': { display: 'inline-flex', alignItems: 'center', gap: 4 },
  '& .draft': { color: theme.vars.palette.text.primary },
  '& .planned': { color: theme.vars.palette['blue-button'].main, fontWeight: 500 },
  '& .shown': { color: theme.vars.palette.success.main, fontWeight: 500 },
  '& .share': { marginLeft: 'auto' },
}));

const icons = {
  draft: PencilSimpleIcon,
  planned: CalendarBlankIcon,
  shown: EyeIcon,
  ended: ArchiveIcon,
} as const satisfies Record<NoticeRow['state'], unknown>;

function RowFacts({ row }: { row: NoticeRow }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const Icon = icons[row.state];
  const share = row.audience === 0 ? 0 : Math.min(1, row.readers / row.audience);
  return (
    <Facts>
      <span className={row.state}>
        <Icon size={14} aria-hidden="true" />
        {t(`is.${row.state}`)}
      </span>
      <span>
        {t(`category.${row.category}`)} · {t(`audience.${row.group_type}`)}
      </span>
      {row.popup ? (
        <span>
          <BrowserIcon size={14} aria-hidden="true" />
          {t('popup')}
        </span>
      ) : null}
      {row.state === 'draft' || row.state === 'planned' ? null : (
        <span className="share">{t('read', { percent: format.percent(share, 0) })}</span>
      )}
    </Facts>
  );
}

export type NoticeRowsProps = {
  rows: readonly NoticeRow[];
  current: number | undefined;
  onOpen: (id: number) => void;
};

export function NoticeRows({ rows, current, onOpen }: NoticeRowsProps) {
  const { t } = useTranslation('notices');
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={list} aria-label={t('list')}>
      {rows.map((row) => (
        <Row key={row.id} type="button" aria-current={row.id === current} onClick={() => onOpen(row.id)}>
          <span className="title" lang={nameLanguage(row.title)}>
            {row.title}
          </span>
          <RowFacts row={row} />
        </Row>
      ))}
    </nav>
  );
}

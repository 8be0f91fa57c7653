/** Shows the menu of the user's saved views and of those that others share: to open, save, share and edit them. */
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import type { SavedView } from '@rhythmdesk/contract/saved-views';
import { BookmarkSimpleIcon, DotsThreeIcon } from '@phosphor-icons/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import type { ListKind } from '../model/list-kinds.ts';
import { SavedViewActs } from './saved-view-acts.tsx';
import { type SavedViewChanges, useSavedViewChanges } from './use-saved-views.ts';

const Frame = styled('div')({ width: 320, maxWidth: '100%', maxHeight: 480, overflow: 'auto', padding: 8 });
const Heading = styled('h3')(({ theme }) => ({
  margin: 0,
  padding: '6px 8px 2px',
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
}));
const Row = styled('li')({
  display: 'flex',
  alignItems: 'center',
  listStyle: 'none',
  '& .name': { overflow: 'hidden', textOverflow: 'ellipsis' },
});
const Open = styled(ButtonBase)(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: 32,
  display: 'block',
  padding: '4px 8px',
  borderRadius: 4,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '&[aria-current]': { backgroundColor: theme.vars.palette.row.selected },
}));
const List = styled('ul')({ margin: 0, padding: 0 });
const Note = styled('div')(({ theme }) => ({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));
const Empty = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '4px 8px 8px',
  color: theme.vars.palette.text.secondary,
}));

function useNote(): (view: SavedView) => string | null {
  const { t } = useTranslation('saved-views');
  const { t: word } = useTranslation('words');
  return ({ shared, shared_by }) => {
    if (shared_by !== null) return t('shared-by', { name: shared_by.name });
    if (shared === null) return null;
    if (shared.role_key === null) return t('shared');
    return t('shared-with', { role: word(`role.${shared.role_key}`) });
  };
}

type RowsProps = {
  title: string;
  views: readonly SavedView[];
  current: string;
  onOpen: (view: SavedView) => void;
  changes: SavedViewChanges;
};

function Rows({ title, views, current, onOpen, changes }: RowsProps) {
  const { t } = useTranslation('saved-views');
  const noteOf = useNote();
  const [acting, setActing] = useState<{ view: SavedView; anchor: HTMLElement } | null>(null);
  return (
    <>
      <Heading>{title}</Heading>
      <List aria-label={title}>
        {views.map((view) => (
          <Row key={view.id}>
            <Open
              aria-current={view.search === current ? true : undefined}
              title={view.name}
              onClick={() => onOpen(view)}
            >
              <div className="name">{view.name}</div>
              {noteOf(view) === null ? null : <Note>{noteOf(view)}</Note>}
            </Open>
            <IconButton
              name={t('more', { name: view.name })}
              size="small"
              aria-haspopup="menu"
              onClick={(event) => setActing({ view, anchor: event.currentTarget })}
            >
              <DotsThreeIcon size={16} weight="bold" aria-hidden="true" />
            </IconButton>
          </Row>
        ))}
      </List>
      {acting === null ? null : (
        <SavedViewActs {...acting} current={current} changes={changes} onClose={() => setActing(null)} />
      )}
    </>
  );
}

function SavedViewList({
  changes,
  current,
  list,
  onOpen,
}: Omit<RowsProps, 'title' | 'views'> & { list: ListKind['name'] }) {
  const { t } = useTranslation('saved-views');
  const { data, error, refetch } = useQuery(callQuery('savedViews', {}));
  if (data === undefined)
    return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />;
  const views = data.items.filter((view) => view.list === list);
  const own = views.filter(({ shared_by }) => shared_by === null);
  const shared = views.filter(({ shared_by }) => shared_by !== null);
  const rows = { current, onOpen, changes };
  return (
    <>
      {own.length === 0 ? <Empty>{t('none')}</Empty> : <Rows {...rows} title={t('own')} views={own} />}
      {shared.length === 0 ? null : <Rows {...rows} title={t('from-others')} views={shared} />}
      <Button size="small" variant="text" onClick={() => void changes.save(current)}>
        {t('save')}
      </Button>
    </>
  );
}

export type SavedViewsMenuProps = {
  list: ListKind['name'];
  /** The current state of the list, as a view would store it. */
  current: string;
  onView: (search: string) => void;
};

export function SavedViewsMenu({ list, current, onView }: SavedViewsMenuProps) {
  const { t } = useTranslation('saved-views');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const changes = useSavedViewChanges(list);
  const open = ({ search }: SavedView) => {
    setAnchor(null);
    onView(search);
  };
  return (
    <>
      <IconButton
        name={t('title')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <BookmarkSimpleIcon size={18} aria-hidden="true" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('title'),
            sx: { marginTop: '4px', borderRadius: '8px', boxShadow: 'var(--rd-palette-shadow-menu)' },
          },
        }}
      >
        <Frame>
          <SavedViewList list={list} current={current} changes={changes} onOpen={open} />
        </Frame>
      </Popover>
    </>
  );
}

/** Shows the page for users who write notices: their notices, the editor, and the preview. */
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { styled } from '@mui/material/styles';
import { writableAudiences } from '@rhythmdesk/domain/notice/windows';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PlusIcon } from '@phosphor-icons/react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type QueryChange, useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { theme } from '../../../platform/theme/theme.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { ChoiceChip } from '../../../ui/list/choice-chip.tsx';
import { CardSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { FilterBar } from '../../../ui/list/filter-bar.ts';
import { ListPage, ListRows, NoMatches } from '../../../ui/list/list-page.tsx';
import { Pager } from '../../../ui/list/pager.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import {
  isFiltered,
  noFilters,
  noticeSchema,
  noticeTabs,
  noticeQueryOf,
  type NoticeState,
} from '../model/notice-state.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { noticeDraftOf, newDraft } from './notice-draft.ts';
import { NoticeEditor, type NoticeEditorProps } from './notice-editor.tsx';
import { NoticeRows } from './notice-rows.tsx';
import { browserZone } from './use-notice-editor.ts';
import { listCommand } from '../../../ui/list/use-list-keys.ts';
import { moveCommands } from '../../../ui/list/move-commands.ts';

const Rest = styled('div')({ flex: 1, minWidth: 0 });
const Foot = styled('div')({ padding: '10px 16px' });

function useWrittenNotices(state: NoticeState) {
  return useQuery({
    ...callQuery('writtenNotices', noticeQueryOf(state)),
    placeholderData: keepPreviousData,
  });
}
type Answer = ReturnType<typeof useWrittenNotices>;

type ListProps = { state: NoticeState; answer: Answer; onChange: QueryChange };

function Empty({ state, onChange }: Pick<ListProps, 'state' | 'onChange'>) {
  const { t } = useTranslation('notices');
  if (!isFiltered(state)) return <EmptyState title={t('empty.write')} body={t('empty.write-body')} />;
  return (
    <NoMatches title={t('empty.found')} body={t('empty.found-body')} onClear={() => onChange(noFilters)} />
  );
}

function Rows({ state, answer, onChange }: ListProps) {
  const { data = null, error, isPlaceholderData, dataUpdatedAt, refetch } = answer;
  const list = {
    page: data,
    old: isPlaceholderData,
    error,
    differs: false,
    updatedMs: dataUpdatedAt,
    refresh: () => void refetch(),
  };
  const pager = (
    <Pager page={data} onPage={(page, how) => onChange({ page: page === 1 ? undefined : page }, how)} />
  );
  // Also a page without rows has the pager, which leads from a page behind the last one.
  const empty = (
    <>
      <Empty state={state} onChange={onChange} />
      {pager}
    </>
  );
  return (
    <ListRows list={list} narrow empty={empty}>
      <NoticeRows
        rows={data?.items ?? []}
        current={typeof state.notice === 'number' ? state.notice : undefined}
        onOpen={(notice) => onChange({ notice }, 'push')}
      />
      <Foot>{pager}</Foot>
    </ListRows>
  );
}

function useListKeys({ state, answer, onChange }: ListProps, search: RefObject<HTMLInputElement | null>) {
  const { t } = useTranslation('lists');
  const rows = answer.data?.items ?? [];
  const step = (by: -1 | 1) => {
    const index = rows.findIndex(({ id }) => id === state.notice);
    const to = rows[index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, index + by))];
    if (to !== undefined) onChange({ notice: to.id });
  };
  useCommands([
    ...moveCommands({ down: t('key.down'), up: t('key.up'), line: t('key.move') }, step),
    listCommand('list-search', t('key.search'), { run: () => search.current?.focus() }),
  ]);
}

function Filters({ state, answer, onChange }: ListProps) {
  const { t } = useTranslation('notices');
  const search = useRef<HTMLInputElement>(null);
  const audiences = writableAudiences(useSessionUser().user_role);
  useListKeys({ state, answer, onChange }, search);
  const filter = (values: Readonly<Record<string, unknown>>) => onChange({ ...values, page: undefined });
  return (
    <FilterBar>
      <SearchField
        label={t('search')}
        value={state.q}
        onChange={(q) => filter({ q: q === '' ? undefined : q })}
        inputRef={search}
        width={172}
      />
      {audiences.length > 1 ? (
        <ChoiceChip
          name={t('audience')}
          options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
          chosen={state.group_type}
          onChange={(chosen) => filter({ group_type: chosen.length === 0 ? undefined : chosen })}
        />
      ) : null}
    </FilterBar>
  );
}

type OpenProps = Omit<NoticeEditorProps, 'saved' | 'first' | 'onReload'>;

function NewNotice(props: OpenProps) {
  const [audience] = writableAudiences(useSessionUser().user_role).toReversed();
  const [first] = useState(() => newDraft(Date.now(), browserZone(), audience ?? 'all'));
  return <NoticeEditor saved={null} first={first} onReload={() => undefined} {...props} />;
}

function OpenNotice({ id, ...props }: OpenProps & { id: number }) {
  // A text from the cache may be older than what another user has saved since.
  const { data, error, refetch } = useQuery({ ...callQuery('notice', { id }), gcTime: 0 });
  const [loaded, setLoaded] = useState(0);
  // A failed refetch leaves the editor with what is typed in it.
  if (data === undefined)
    return error === null ? <CardSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const reload = async () => {
    await refetch();
    setLoaded(loaded + 1);
  };
  return (
    <NoticeEditor
      key={loaded}
      saved={data}
      first={noticeDraftOf(data, browserZone())}
      onReload={() => void reload()}
      {...props}
    />
  );
}

function Editor({ notice, ...props }: OpenProps & { notice: NoticeState['notice'] }) {
  const { t } = useTranslation('notices');
  if (notice === undefined)
    return (
      <Rest>
        <EmptyState title={t('choose')} />
      </Rest>
    );
  if (notice === 'new') return <NewNotice key="new" {...props} />;
  return <OpenNotice key={notice} id={notice} {...props} />;
}

function StateTabs({ state, answer, onChange }: ListProps) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const states = answer.data?.states;
  const all = Object.values(states ?? {}).reduce((sum, count) => sum + count, 0);
  const tabs = noticeTabs.map((value) => ({
    value,
    label: t(`state.${value}`),
    count: states === undefined ? undefined : format.number(value === 'all' ? all : states[value]),
  }));
  const shown = state.state === 'ended' ? 'all' : state.state;
  return (
    <PillTabs
      label={t('views')}
      tabs={tabs}
      value={shown}
      onChange={(value) => onChange({ state: value === 'all' ? undefined : value, page: undefined }, 'push')}
    />
  );
}

function CreateButton({ narrow, onCreate }: { narrow: boolean; onCreate: () => void }) {
  const { t } = useTranslation('notices');
  return (
    <Button
      variant="contained"
      color="primary"
      startIcon={<PlusIcon size={16} aria-hidden="true" />}
      onClick={onCreate}
      sx={{ flex: 'none', ...(narrow ? { height: 44 } : {}) }}
    >
      {t('new')}
    </Button>
  );
}

export function NoticesDesk() {
  const { t } = useTranslation('notices');
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const [state, change] = useQueryState(noticeSchema);
  const answer = useWrittenNotices(state);
  const list = { state, answer, onChange: change };
  const close = () => change({ notice: undefined });
  const editor = (
    <Editor
      notice={state.notice}
      onBack={narrow ? close : null}
      onSaved={(notice) => change({ notice })}
      onDeleted={close}
    />
  );
  const editorOnly = narrow && state.notice !== undefined;
  const create = <CreateButton narrow={narrow} onCreate={() => change({ notice: 'new' }, 'push')} />;
  const head = (
    <PageHeader title={t('title')} actions={create}>
      <StateTabs {...list} />
    </PageHeader>
  );
  return (
    <ListPage
      head={head}
      bars={<Filters {...list} />}
      {...(narrow && !editorOnly ? {} : { editor })}
      editorOnly={editorOnly}
    >
      <Rows {...list} />
    </ListPage>
  );
}

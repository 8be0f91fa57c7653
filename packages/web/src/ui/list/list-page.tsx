/**
 * Frames every list page: head, bars and rows in a column, the preview or an editor beside them. The rows are in one of
 * four states: not fetched yet, failed, empty, or shown.
 */
import Button from '@mui/material/Button';
import type { PeriodFault } from '@rhythmdesk/domain/kit/calendar';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { ChangedHint, ListNotices } from './list-notices.tsx';
import { type ListPreview, PreviewPlace } from './list-preview.tsx';
import { ListColumn, ListColumns, ListFill, ListFrame, ListMain, ListRoom } from './list-room.ts';
import { CardSkeleton, GridSkeleton } from './list-skeleton.tsx';

export type ListAnswer = {
  /** Null until the first response. */
  readonly page: { readonly items: readonly unknown[] } | null;
  /** The rows belong to the previous query; the new ones are being fetched. */
  readonly old: boolean;
  readonly error: Error | null;
  /** The server has other rows or another order than those shown. */
  readonly differs: boolean;
  readonly updatedMs: number;
  readonly refresh: () => void;
};

type ListStatesProps = {
  list: Pick<ListAnswer, 'page' | 'error' | 'refresh'>;
  /** Rows are cards, not a grid. */
  narrow: boolean;
  empty: ReactNode;
  children: ReactNode;
};

/** Shows the rows, or why there are none. */
function ListStates({ list, narrow, empty, children }: ListStatesProps) {
  if (list.page === null) {
    if (list.error) return <ErrorState error={list.error} onRetry={list.refresh} />;
    return narrow ? <CardSkeleton /> : <GridSkeleton />;
  }
  return list.page.items.length === 0 ? empty : children;
}

/** Says that the filters match nothing, with a button that removes them. */
export function NoMatches({ title, body, onClear }: { title: string; body: string; onClear: () => void }) {
  const { t } = useTranslation('lists');
  const clear = <Button onClick={onClear}>{t('filters.clear')}</Button>;
  return <EmptyState title={title} body={body} action={clear} />;
}

export type ListRowsProps = Omit<ListStatesProps, 'list'> & {
  list: ListAnswer;
  /** Why the period of the list is invalid; rows are not shown then. */
  fault?: PeriodFault | null;
  onUsualPeriod?: () => void;
};

/** Fills the space below the bars with the rows, the notices above them and the hint that they changed. */
export function ListRows({ list, fault = null, onUsualPeriod, ...states }: ListRowsProps) {
  return (
    <ListRoom aria-busy={list.old}>
      <ListNotices
        fault={fault}
        failed={list.error !== null && list.page !== null}
        updatedMs={list.updatedMs}
        onUsualPeriod={onUsualPeriod ?? (() => undefined)}
        onRefresh={list.refresh}
      />
      <ListFill>
        {fault === null ? (
          <Suspense fallback={<GridSkeleton />}>
            <ListStates list={list} {...states} />
          </Suspense>
        ) : null}
      </ListFill>
      {list.differs ? <ChangedHint onRefresh={list.refresh} /> : null}
    </ListRoom>
  );
}

export type ListPageProps = {
  head: ReactNode;
  /** Filters, or what replaces them while rows are selected. */
  bars?: ReactNode;
  /** The rows, usually `ListRows`. */
  children: ReactNode;
  preview?: ListPreview;
  /** The preview of the current row; null if there is none. */
  beside?: ReactNode;
  /** The editor of the open record, in a list whose records are edited beside it. */
  editor?: ReactNode;
  /** The window has space for the editor only. It keeps what is typed when the window becomes wider. */
  editorOnly?: boolean;
  /** Menus and dialogs. */
  overlays?: ReactNode;
};

export function ListPage(props: ListPageProps) {
  const { head, bars, children, preview, beside, editor, editorOnly = false, overlays } = props;
  const rows = (
    <>
      {bars}
      {children}
    </>
  );
  return (
    <ListFrame>
      <ListMain>
        {editorOnly ? null : head}
        {editor === undefined ? (
          rows
        ) : (
          <ListColumns>
            {editorOnly ? null : <ListColumn>{rows}</ListColumn>}
            {editor}
          </ListColumns>
        )}
      </ListMain>
      {/* Its texts load with the first preview; hiding the list meanwhile would lose its scroll position. */}
      <Suspense fallback={null}>
        {preview?.shown === true && beside ? <PreviewPlace preview={preview}>{beside}</PreviewPlace> : null}
      </Suspense>
      {overlays}
    </ListFrame>
  );
}

/** Defines what the bars, the grid and the preview of a list share. Each list page makes one. */
import type { QueryChange } from '../../platform/address/use-query-state.ts';
import type { ListAnswer } from './list-page.tsx';
import { useNewest } from '../use-newest.ts';
import { useListPreview } from './list-preview.tsx';
import type { ListPage } from './live-list.ts';
import { type useListCursor, useStepper } from './use-list-cursor.ts';
import type { useRowSelection } from './use-row-selection.ts';
import type { ListView } from './use-list-preference.ts';

export type ListModel<Row, Id extends string> = {
  readonly state: { readonly q: string; readonly sort: string };
  readonly change: QueryChange;
  readonly list: ListAnswer & {
    readonly page: ListPage<Row> | null;
    readonly tinted: ReadonlySet<number>;
  };
  readonly rows: readonly Row[];
  readonly view: ListView<Id>;
  readonly onView: (change: Partial<ListView<Id>>) => void;
  readonly cursor: ReturnType<typeof useListCursor<Row>>;
  /** Null if rows cannot be selected. */
  readonly selection: ReturnType<typeof useRowSelection> | null;
};

type Stepped<Row> = Pick<ListModel<Row, string>, 'rows' | 'cursor'> & {
  readonly view: { readonly preview_open: boolean };
  readonly onView: (change: { readonly preview_open: boolean }) => void;
};

/**
 * Steps through the rows, with the focus of the grid, and opens the preview: of the current row, or of any with
 * `show`. `hidden`: the page shows no preview now.
 */
export function useListSteps<Row>(
  { rows, cursor, view, onView }: Stepped<Row>,
  keyOf: (row: Row) => number,
  hidden = false,
) {
  const { grid, step } = useStepper(rows, keyOf, cursor);
  const preview = useListPreview({
    wanted: view.preview_open && !hidden,
    hasRow: cursor.row !== undefined,
    onWanted: (preview_open) => onView({ preview_open }),
    step,
  });
  const show = useNewest((row: Row) => {
    cursor.setCurrent(keyOf(row));
    preview.show();
  });
  return { grid, step, preview, show };
}

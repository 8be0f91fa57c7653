/** Shows the bar of filters above a list: search, the list's own filters, pages, and the settings of the view. */
import type { ReactNode, Ref } from 'react';
import { ColumnMenu, type ColumnMenuProps } from './column-menu.tsx';
import { DensityMenu } from './density-menu.tsx';
import { ExportButton, type ExportButtonProps } from './export-button.tsx';
import { FilterBar } from './filter-bar.ts';
import type { ListModel } from './list-model.ts';
import type { ListPreview } from './list-preview.tsx';
import { Pager } from './pager.tsx';
import { PreviewToggle } from './preview-toggle.tsx';
import { SearchField } from './search-field.tsx';

export type ListBarProps<Row, Id extends string> = Pick<ExportButtonProps, 'filename' | 'order'> & {
  model: ListModel<Row, Id>;
  columns: Pick<ColumnMenuProps<Id>, 'all' | 'usual' | 'fixed' | 'nameOf'>;
  preview: ListPreview;
  narrow: boolean;
  search: { readonly label: string; readonly widthPx: number; readonly ref: Ref<HTMLInputElement> };
  /** The filters of this list. */
  children: ReactNode;
};

function ViewSettings<Row, Id extends string>(props: ListBarProps<Row, Id>) {
  const { model, columns, filename, order, preview } = props;
  const { view, onView } = model;
  return (
    <>
      <DensityMenu density={view.density} onChange={(density) => onView({ density })} />
      <ColumnMenu {...columns} columns={view.columns} onChange={(chosen) => onView({ columns: chosen })} />
      <ExportButton filename={filename} order={order} />
      <PreviewToggle shown={preview.shown} onToggle={preview.toggle} />
    </>
  );
}

export function ListBar<Row, Id extends string>(props: ListBarProps<Row, Id>) {
  const { model, narrow, search, children } = props;
  const { state, change, list } = model;
  return (
    <FilterBar>
      <span className="search">
        <SearchField
          label={search.label}
          value={state.q}
          onChange={(q) => change({ q: q === '' ? undefined : q, page: undefined })}
          inputRef={search.ref}
          wide={narrow}
          width={search.widthPx}
        />
      </span>
      {children}
      <span className="space" />
      <Pager page={list.page} onPage={(next, how) => change({ page: next === 1 ? undefined : next }, how)} />
      {narrow ? null : <ViewSettings {...props} />}
    </FilterBar>
  );
}

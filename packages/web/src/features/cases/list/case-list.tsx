/** Shows a list of cases with its bars, its preview and its keys: the same for every role, configured by its kind. */
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { can } from '@rhythmdesk/domain/people/can';
import { PlusIcon } from '@phosphor-icons/react';
import { lazy, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { theme } from '../../../platform/theme/theme.ts';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ActionMenu } from '../actions/action-menu.tsx';
import { FilterRow, ViewTabs } from './list-bars.tsx';
import { ListBody } from './list-body.tsx';
import { viewChange } from '../model/list-state.ts';
import { NarrowList } from './narrow-list.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useListSteps } from '../../../ui/list/list-model.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import type { ListPreview } from '../../../ui/list/list-preview.tsx';
import { useListKeys } from '../../../ui/list/use-list-keys.ts';
import { caseIdOf, type ListPageModel } from './use-list-page.ts';
import { actionKeys } from '../actions/action-keys.ts';

const CaseForm = lazy(async () => ({ default: (await import('../actions/case-form.tsx')).CaseForm }));

export type CaseListProps = {
  model: ListPageModel;
  title: string;
  /** Replaces the page's head with an institution's facts. The views are then in the row of filters. */
  head?: (primary: ReactNode) => ReactNode;
};

type Editing = { kind: 'new' } | { kind: 'edit'; case_id: number };

function useRowMenu(model: ListPageModel, onEdit: (case_id: number) => void) {
  const { user_role } = useSessionUser();
  const [open, setOpen] = useState<{ row: CaseRow; anchor: HTMLElement } | null>(null);
  const onMenu = useCallback((row: CaseRow, anchor: HTMLElement) => setOpen({ row, anchor }), []);
  const current = open ? (model.rows.find(({ case_id }) => case_id === open.row.case_id) ?? open.row) : null;
  const edits = can(user_role, 'case.edit_patient') !== 'never';
  const menu =
    open && current ? (
      <ActionMenu
        row={current}
        anchor={open.anchor}
        onClose={() => setOpen(null)}
        onAction={(action) => model.actions.run(action, current)}
        onOpen={() => model.open(current.case_id)}
        onEdit={edits && !current.closed ? () => onEdit(current.case_id) : undefined}
      />
    ) : null;
  return { onMenu, menu };
}

function Primary({ model, onNew }: { model: ListPageModel; onNew: () => void }) {
  const { t } = useTranslation('actions');
  const { t: list } = useTranslation('case-list');
  const { user_role } = useSessionUser();
  const { takeNext } = model;
  if (takeNext) {
    return (
      <Button variant="contained" color="primary" disabled={takeNext.busy} onClick={takeNext.take}>
        {t('next')}
        <KeyCap name={actionKeys['take-next'].keys[0]} command="take-next" />
      </Button>
    );
  }
  if (can(user_role, 'case.create') === 'never') return null;
  return (
    <Button
      variant="contained"
      color="primary"
      startIcon={<PlusIcon size={16} aria-hidden="true" />}
      onClick={onNew}
    >
      {list('new-case')}
    </Button>
  );
}

function useEditing(model: ListPageModel) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const form = editing ? (
    <DialogSlot>
      <CaseForm
        case_id={editing.kind === 'edit' ? editing.case_id : null}
        hospital_id={model.institution}
        onClose={() => setEditing(null)}
        onSaved={(case_id) => {
          setEditing(null);
          if (editing.kind === 'new') model.open(case_id);
          else model.list.renew(case_id);
        }}
      />
    </DialogSlot>
  ) : null;
  return { setEditing, form };
}

function usePageKeys(
  model: ListPageModel,
  step: (by: -1 | 1) => void,
  preview: ListPreview,
  search: RefObject<HTMLInputElement | null>,
) {
  const { t } = useTranslation('actions');
  const { cursor, selection } = model;
  const { current } = cursor;
  useListKeys({
    step,
    preview: preview.toggle,
    open: () => {
      if (cursor.row) model.open(cursor.row.case_id);
    },
    select: selection.acts.length === 0 ? null : () => current !== null && selection.toggle(current),
    search: () => search.current?.focus(),
    more: model.takeNext
      ? [{ id: 'take-next', keys: actionKeys['take-next'].keys, title: t('next'), run: model.takeNext.take }]
      : [],
  });
}

/** Returns the bar that replaces the filters while rows are selected. */
function selecting({ selection, rows, list }: ListPageModel): ReactNode {
  if (selection.acts.length === 0 || selection.ids.size === 0) return null;
  return (
    <SelectionBar
      rows={rows}
      selected={selection.ids}
      acts={selection.acts}
      onClear={() => selection.set(new Set())}
      onChanged={(ids) => ids.forEach(list.renew)}
    />
  );
}

type PreviewProps = { model: ListPageModel; preview: ListPreview; onStep: (by: -1 | 1) => void };

function Preview({ model, preview, onStep }: PreviewProps) {
  const { row } = model.cursor;
  if (row === undefined) return null;
  return (
    <PreviewPane row={row} onOpen={() => model.open(row.case_id)} onStep={onStep} onClose={preview.toggle} />
  );
}

type FiltersProps = {
  model: ListPageModel;
  preview: ListPreview;
  search: RefObject<HTMLInputElement | null>;
  tabs: ReactNode;
};

function Filters({ model, preview, search, tabs }: FiltersProps) {
  return (
    <FilterRow
      {...model}
      preview={preview}
      oneInstitution={model.institution !== null}
      page={model.list.page}
      searchRef={search}
      selection={selecting(model)}
      before={tabs}
    />
  );
}

function Tabs({ model }: { model: ListPageModel }) {
  const { kind, state, counts, onState } = model;
  return (
    <ViewTabs
      kind={kind}
      view={state.view}
      counts={counts}
      onView={(next) => onState(viewChange(next), 'push')}
    />
  );
}

/** Returns the overlays of the list: a row's menu, the form, the dialog of an action. */
function useOverlays(model: ListPageModel) {
  const { setEditing, form } = useEditing(model);
  const { onMenu, menu } = useRowMenu(model, (case_id) => setEditing({ kind: 'edit', case_id }));
  const overlays = (
    <>
      {menu}
      {form}
      {model.actions.dialog}
    </>
  );
  return { setEditing, onMenu, overlays };
}

export function CaseList({ model, title, head }: CaseListProps) {
  const search = useRef<HTMLInputElement>(null);
  const narrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const { setEditing, onMenu, overlays } = useOverlays(model);
  const { grid, step, preview } = useListSteps(model, caseIdOf);
  usePageKeys(model, step, preview, search);
  const primary = <Primary model={model} onNew={() => setEditing({ kind: 'new' })} />;
  const tabs = <Tabs model={model} />;
  const shown = narrow ? (
    <NarrowList model={model} title={title} head={head?.(null)} primary={primary} onMenu={onMenu} />
  ) : (
    <ListPage
      head={
        head?.(primary) ?? (
          <PageHeader title={title} actions={primary}>
            {tabs}
          </PageHeader>
        )
      }
      bars={
        <Filters
          model={model}
          preview={preview}
          search={search}
          tabs={head === undefined ? undefined : tabs}
        />
      }
      preview={preview}
      beside={<Preview model={model} preview={preview} onStep={step} />}
    >
      <ListBody model={model} narrow={false} gridRef={grid} onMenu={onMenu} />
    </ListPage>
  );
  // Outside both, so that a form keeps what is typed when a tablet is turned.
  return (
    <>
      {shown}
      {overlays}
    </>
  );
}

/** Shows the active filters, each as a chip, and the dashed chip that adds another. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { AddFilterChip, FilterChip } from '../../../ui/filter-chip.tsx';
import { useChosenWords } from '../../../ui/list/option-menu.tsx';
import { chosenValues, fieldsFor, type FilterField, useFilterOptions } from '../model/filter-fields.ts';
import { FigureChip } from './figure-chip.tsx';
import { FilterMenu } from './filter-menu.tsx';
import type { ListKind } from '../model/list-kinds.ts';
import { isOpenDefault, type ListState } from '../model/list-state.ts';

export type FilterChipsProps = {
  state: ListState;
  kind: ListKind;
  oneInstitution: boolean;
  onChange: (values: Readonly<Record<string, unknown>>) => void;
};

type ChipProps = {
  field: FilterField;
  state: ListState;
  kind: ListKind;
  onOpen: (anchor: HTMLElement) => void;
  onRemove: () => void;
};

function useChipValue(field: FilterField, state: ListState, kind: ListKind): string {
  const { t } = useTranslation('case-list');
  const options = useFilterOptions(field, state);
  const words = useChosenWords();
  if (field === 'status' && isOpenDefault(state, kind)) return t('filter.open');
  return words(chosenValues(state, field), options);
}

function Chip({ field, state, kind, onOpen, onRemove }: ChipProps) {
  const { t } = useTranslation('case-list');
  const value = useChipValue(field, state, kind);
  return <FilterChip name={t(`filter.${field}`)} value={value} onOpen={onOpen} onRemove={onRemove} />;
}

export function FilterChips({ state, kind, oneInstitution, onChange }: FilterChipsProps) {
  const { t } = useTranslation('case-list');
  const { user_role } = useSessionUser();
  const [adding, setAdding] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<{ field: FilterField; anchor: HTMLElement } | null>(null);
  const isSet = (field: FilterField) =>
    chosenValues(state, field).length > 0 || (field === 'status' && isOpenDefault(state, kind));
  const fields = fieldsFor(user_role, state, oneInstitution);
  const add = useRef<HTMLButtonElement>(null);
  const remove = (field: FilterField) => {
    // The chip disappears, and the focus would with it.
    add.current?.focus();
    onChange({ [field]: field === 'status' ? 'any' : undefined, page: undefined });
  };
  const choose = (field: FilterField) => {
    if (adding) setOpen({ field, anchor: adding });
    setAdding(null);
  };
  return (
    <>
      <FigureChip figure={state} onChange={onChange} />
      {fields.filter(isSet).map((field) => (
        <Chip
          key={field}
          field={field}
          state={state}
          kind={kind}
          onOpen={(anchor) => setOpen({ field, anchor })}
          onRemove={() => remove(field)}
        />
      ))}
      <AddFilterChip ref={add} onOpen={setAdding} />
      <Menu open={adding !== null} anchorEl={adding} onClose={() => setAdding(null)}>
        {fields.map((field) => (
          <MenuItem key={field} selected={isSet(field)} onClick={() => choose(field)}>
            {t(`filter.${field}`)}
          </MenuItem>
        ))}
      </Menu>
      {open ? (
        <FilterMenu {...open} state={state} kind={kind} onClose={() => setOpen(null)} onChange={onChange} />
      ) : null}
    </>
  );
}

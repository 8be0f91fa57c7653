/** Shows the menu of the possible values of one filter of a case list. */
import { useTranslation } from 'react-i18next';
import { OptionMenu } from '../../../ui/list/option-menu.tsx';
import { chosenValues, type FilterField, useFilterOptions } from '../model/filter-fields.ts';
import { type ListState, statusesOf } from '../model/list-state.ts';
import type { ListKind } from '../model/list-kinds.ts';

export type FilterMenuProps = {
  field: FilterField;
  state: ListState;
  kind: ListKind;
  anchor: HTMLElement;
  onClose: () => void;
  onChange: (values: Readonly<Record<string, unknown>>) => void;
};

/** Returns the change of the address for a field's new values. */
function written(field: FilterField, values: readonly string[]): Readonly<Record<string, unknown>> {
  if (field === 'closed') return { closed: values.at(-1), page: undefined };
  if (field === 'status' && values.length === 0) return { status: 'any', page: undefined };
  return { [field]: values, page: undefined };
}

export function FilterMenu({ field, state, kind, anchor, onClose, onChange }: FilterMenuProps) {
  const { t } = useTranslation('case-list');
  return (
    <OptionMenu
      name={t(`filter.${field}`)}
      options={useFilterOptions(field, state)}
      chosen={field === 'status' ? statusesOf(state, kind) : chosenValues(state, field)}
      anchor={anchor}
      onClose={onClose}
      onChange={(values) => onChange(written(field, values))}
    />
  );
}

/** Shows a filter with a choice of values as a chip, which names the chosen values and opens a menu of checkboxes. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../filter-chip.tsx';
import { type FilterOption, OptionMenu, useChosenWords } from './option-menu.tsx';

export type ChoiceChipProps = {
  readonly name: string;
  readonly options: readonly FilterOption[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

export function ChoiceChip({ name, options, chosen, onChange }: ChoiceChipProps) {
  const { t } = useTranslation('lists');
  const words = useChosenWords();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <FilterChip
        name={name}
        value={chosen.length === 0 ? t('filter.any') : words(chosen, options)}
        onOpen={setAnchor}
        {...(chosen.length === 0 ? {} : { onRemove: () => onChange([]) })}
      />
      {anchor ? (
        <OptionMenu
          name={name}
          options={options}
          chosen={chosen}
          anchor={anchor}
          onClose={() => setAnchor(null)}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}

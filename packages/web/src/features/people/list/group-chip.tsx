/** The institutions of the filter as a chip: found by name while typing, since there may be a hundred thousand. */
import Popover from '@mui/material/Popover';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useOfferedGroups } from '../../../platform/client/use-offered-groups.ts';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { NamePicker } from '../../../ui/name-picker.tsx';

const mostNamed = 10;

function useChosen(ids: readonly number[]) {
  const answers = useQueries({
    queries: ids.slice(0, mostNamed).map((id) => callQuery('institution', { id })),
  });
  return ids.map((id, at) => ({ id, name: answers[at]?.data?.name ?? String(id) }));
}

export type GroupChipProps = {
  name: string;
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
};

function Picker({ name, chosen, onChange }: GroupChipProps) {
  const value = useChosen(chosen);
  return (
    <div style={{ width: 320, padding: 12 }}>
      <NamePicker
        {...useOfferedGroups()}
        label={name}
        several
        value={value}
        onChange={(groups) => onChange(groups.map(({ id }) => id))}
      />
    </div>
  );
}

export function GroupChip({ name, chosen, onChange }: GroupChipProps) {
  const { t } = useTranslation('users');
  const { t: lists } = useTranslation('lists');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [first] = useChosen(chosen);
  const value =
    first === undefined
      ? lists('filter.any')
      : chosen.length === 1
        ? first.name
        : t('groups', { count: chosen.length });
  return (
    <>
      <FilterChip
        name={name}
        value={value}
        onOpen={setAnchor}
        {...(chosen.length === 0 ? {} : { onRemove: () => onChange([]) })}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name } }}
      >
        <Picker name={name} chosen={chosen} onChange={onChange} />
      </Popover>
    </>
  );
}

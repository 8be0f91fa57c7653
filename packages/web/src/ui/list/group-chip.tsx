/**
 * Shows the filter by institution as a chip: institutions are searched by name while typing, because there may be a
 * hundred thousand.
 */
import Popover from '@mui/material/Popover';
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useOfferedGroups } from '../../platform/client/use-offered-groups.ts';
import { FilterChip } from '../filter-chip.tsx';
import { NamePicker } from '../name-picker.tsx';

function useChosen(ids: readonly number[]) {
  const answers = useQueries({
    queries: ids.map((id) => callQuery('institution', { id })),
  });
  return ids.map((id, at) => ({ id, name: answers[at]?.data?.name ?? String(id) }));
}

export type GroupChipProps = {
  name: string;
  /** The types that may be chosen; absent: all types. */
  types?: readonly GroupType[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
};

function Picker({ name, types, chosen, onChange }: GroupChipProps) {
  const value = useChosen(chosen);
  return (
    <div style={{ width: 320, padding: 12 }}>
      <NamePicker
        {...useOfferedGroups(types)}
        label={name}
        several
        opened
        value={value}
        onChange={(groups) => onChange(groups.map(({ id }) => id))}
      />
    </div>
  );
}

export function GroupChip(props: GroupChipProps) {
  const { name, chosen, onChange } = props;
  const { t } = useTranslation('lists');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [first] = useChosen(chosen);
  const value =
    first === undefined
      ? t('filter.any')
      : chosen.length === 1
        ? first.name
        : t('filter.groups', { count: chosen.length });
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
        <Picker {...props} />
      </Popover>
    </>
  );
}

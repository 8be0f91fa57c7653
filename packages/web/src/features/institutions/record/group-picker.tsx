/** Chooses institutions by name, asked of the server while typing: one, or several. */
import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';

type Named = { readonly id: number; readonly name: string };

export type GroupPickerProps = {
  label: string;
  types: readonly GroupType[];
  several: boolean;
  value: readonly Named[];
  fault?: string | undefined;
  onChange: (value: readonly Named[]) => void;
};

const offered = 50;

function useOptions(
  types: readonly GroupType[],
  typed: string,
): { options: readonly Named[]; loading: boolean } {
  const q = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery(
    callQuery('userGroups', { type: [...types], size: offered, ...(q === '' ? {} : { q }) }),
  );
  return { options: data?.items ?? [], loading: isFetching };
}

export function GroupPicker({ label, types, several, value, fault, onChange }: GroupPickerProps) {
  const { t } = useTranslation('institutions');
  const { t: lists } = useTranslation('lists');
  const [typed, setTyped] = useState('');
  const chosen = value.some(({ name }) => name === typed);
  const { options, loading } = useOptions(types, chosen ? '' : typed);
  return (
    <FormControl fullWidth error={fault !== undefined}>
      <Autocomplete
        multiple={several}
        options={options}
        value={several ? [...value] : (value[0] ?? null)}
        loading={loading}
        loadingText={t('code.checking')}
        noOptionsText={lists('filter.none')}
        filterOptions={(all) => all}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, next) => onChange(next === null ? [] : Array.isArray(next) ? next : [next])}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props} lang={nameLanguage(option.name)}>
            {option.name}
          </li>
        )}
        renderInput={({ slotProps }) => (
          <OutlinedInput
            fullWidth
            ref={slotProps.input.ref}
            className={slotProps.input.className}
            startAdornment={slotProps.input.startAdornment}
            endAdornment={slotProps.input.endAdornment}
            inputProps={{ ...slotProps.htmlInput, 'aria-label': label }}
          />
        )}
      />
      {fault === undefined ? null : <FormHelperText role="alert">{fault}</FormHelperText>}
    </FormControl>
  );
}

/** Chooses things by name, asked of the server while typing: one, or several. */
import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../platform/texts/name-language.ts';

export type Named = { readonly id: number; readonly name: string };

export type NamePickerProps<Item extends Named> = {
  label: string;
  several: boolean;
  value: readonly Item[];
  fault?: string | undefined;
  /** What is offered for what was typed. */
  options: readonly Item[];
  loading: boolean;
  onTyped: (typed: string) => void;
  onChange: (value: readonly Item[]) => void;
  required?: boolean;
  /** Opened for choosing alone: one types at once, and what is offered is there. */
  opened?: boolean;
};

const isSame = (one: readonly Named[], other: readonly Named[]): boolean =>
  one.length === other.length &&
  one.every(({ id, name }, at) => id === other[at]?.id && name === other[at].name);

/** The same array as long as it names the same things: at a new one the field forgets what was typed so far. */
function useSteady<Item extends Named>(value: readonly Item[]): Item[] {
  const [steady, setSteady] = useState(() => [...value]);
  if (isSame(steady, value)) return steady;
  const next = [...value];
  setSteady(next);
  return next;
}

/** The name of what is chosen stands in the field without having been typed. */
const typedIn = (text: string, value: readonly Named[]): string =>
  value.some(({ name }) => name === text) ? '' : text.trim();

export function NamePicker<Item extends Named>(props: NamePickerProps<Item>) {
  const { label, several, value, fault, options, loading, onTyped, onChange, opened = false } = props;
  const { t } = useTranslation('lists');
  const chosen = useSteady(value);
  return (
    <FormControl fullWidth error={fault !== undefined}>
      <Autocomplete
        size="small"
        multiple={several}
        options={options}
        value={several ? chosen : (chosen[0] ?? null)}
        loading={loading}
        openOnFocus={opened}
        loadingText={t('filter.looking')}
        noOptionsText={t('filter.none')}
        filterOptions={(all) => all}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onInputChange={(_, text) => onTyped(typedIn(text, value))}
        onChange={(_, next) => onChange(next === null ? [] : Array.isArray(next) ? next : [next])}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props} lang={nameLanguage(option.name)}>
            {option.name}
          </li>
        )}
        renderInput={({ slotProps }) => (
          <OutlinedInput
            fullWidth
            size="small"
            ref={slotProps.input.ref}
            className={slotProps.input.className}
            startAdornment={slotProps.input.startAdornment}
            endAdornment={slotProps.input.endAdornment}
            autoFocus={opened}
            inputProps={{
              ...slotProps.htmlInput,
              'aria-label': label,
              'aria-required': props.required === true,
              'aria-invalid': fault !== undefined,
            }}
          />
        )}
      />
      {fault === undefined ? null : <FormHelperText role="alert">{fault}</FormHelperText>}
    </FormControl>
  );
}

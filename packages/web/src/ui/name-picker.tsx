/** Chooses things by name, asked of the server while typing: one, or several. */
import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
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
};

export function NamePicker<Item extends Named>(props: NamePickerProps<Item>) {
  const { label, several, value, fault, options, loading, onTyped, onChange, required = false } = props;
  const { t } = useTranslation('lists');
  /** The name of what is chosen stands in the field without having been typed. */
  const typed = (text: string) => onTyped(value.some(({ name }) => name === text) ? '' : text.trim());
  return (
    <FormControl fullWidth error={fault !== undefined}>
      <Autocomplete
        size="small"
        multiple={several}
        options={options}
        value={several ? [...value] : (value[0] ?? null)}
        loading={loading}
        loadingText={t('filter.looking')}
        noOptionsText={t('filter.none')}
        filterOptions={(all) => all}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onInputChange={(_, text) => typed(text)}
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
            inputProps={{
              ...slotProps.htmlInput,
              'aria-label': label,
              'aria-required': required,
              'aria-invalid': fault !== undefined,
            }}
          />
        )}
      />
      {fault === undefined ? null : <FormHelperText role="alert">{fault}</FormHelperText>}
    </FormControl>
  );
}

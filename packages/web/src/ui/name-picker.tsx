/** Lets the user choose items by name; the server searches while the user types. One item, or several. */
import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { type HTMLAttributes, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../platform/texts/use-format.ts';
import { textSize } from '../platform/theme/type-scale.ts';
import { nameLanguage } from '../platform/texts/name-language.ts';
import { requiredMark } from './text-field.tsx';

const More = styled('li')(({ theme }) => ({
  padding: '6px 16px',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

export type NameOption = { readonly id: number; readonly name: string };

export type NamePickerProps<Item extends NameOption> = {
  label: string;
  several: boolean;
  value: readonly Item[];
  fault?: string | undefined;
  /** The options for the typed text. */
  options: readonly Item[];
  loading: boolean;
  /** Number of matches for the typed text, if known. */
  total?: number | undefined;
  onTyped: (typed: string) => void;
  onChange: (value: readonly Item[]) => void;
  required?: boolean;
  /** Shows the label above the field, where nothing else on the page names it. */
  labelled?: boolean;
  /** Opened only for choosing: the focus is in the field and the options are shown at once. */
  opened?: boolean;
};

const isSame = (one: readonly NameOption[], other: readonly NameOption[]): boolean =>
  one.length === other.length &&
  one.every(({ id, name }, at) => id === other[at]?.id && name === other[at].name);

/** Returns the same array as long as it names the same items: with a new array the field discards the typed text. */
function useSteady<Item extends NameOption>(value: readonly Item[]): Item[] {
  const [steady, setSteady] = useState(() => [...value]);
  if (isSame(steady, value)) return steady;
  const next = [...value];
  setSteady(next);
  return next;
}

/** The name of the chosen item is in the field without having been typed. */
const typedIn = (text: string, value: readonly NameOption[]): string =>
  value.some(({ name }) => name === text) ? '' : text.trim();

type OfferedProps = {
  readonly row: HTMLAttributes<HTMLLIElement>;
  readonly name: string;
  /** Below the last option if there are more than are shown. */
  readonly more: string | null;
};

/**
 * Loads no texts of its own: an option that suspends would hide the field, which closes its list, which shows the field
 * again, without end.
 */
function Offered({ row, name, more }: OfferedProps) {
  return (
    <>
      <li {...row} lang={nameLanguage(name)}>
        {name}
      </li>
      {more === null ? null : <More role="presentation">{more}</More>}
    </>
  );
}

/** Shows the label above the field. */
function ShownLabel({ id, label, required }: { id: string; label: string; required: boolean }) {
  return (
    <InputLabel htmlFor={id} shrink disableAnimation sx={required ? requiredMark : undefined}>
      {label}
    </InputLabel>
  );
}

type InputProps = Pick<NamePickerProps<NameOption>, 'label' | 'required' | 'opened' | 'fault'> & {
  readonly slots: AutocompleteRenderInputParams['slotProps'];
};

function SearchInput({
  slots: {
    input: { ref, className, startAdornment, endAdornment },
    htmlInput,
  },
  label,
  required = false,
  opened = false,
  fault,
}: InputProps) {
  return (
    <OutlinedInput
      fullWidth
      size="small"
      ref={ref}
      className={className}
      startAdornment={startAdornment}
      endAdornment={endAdornment}
      autoFocus={opened}
      inputProps={{
        ...htmlInput,
        'aria-label': label,
        'aria-required': required,
        'aria-invalid': fault !== undefined,
      }}
    />
  );
}

export function NamePicker<Item extends NameOption>(props: NamePickerProps<Item>) {
  const { label, several, value, fault, options, loading, onTyped, onChange, opened = false } = props;
  const { t } = useTranslation('lists');
  const { t: say } = useTranslation('dialogs');
  const format = useFormat();
  const { total = options.length, required = false, labelled = false } = props;
  const chosen = useSteady(value);
  const id = useId();
  return (
    <FormControl fullWidth error={fault !== undefined}>
      {labelled ? <ShownLabel id={id} label={label} required={required} /> : null}
      <Autocomplete
        id={id}
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
        renderOption={({ key, ...row }, { name }, { index }) => {
          const isLastOfPart = index === options.length - 1 && total > options.length;
          const more = isLastOfPart ? say('part.narrow', { shown: format.number(options.length) }) : null;
          return <Offered key={key} row={row} name={name} more={more} />;
        }}
        renderInput={({ slotProps }) => (
          <SearchInput slots={slotProps} label={label} required={required} opened={opened} fault={fault} />
        )}
      />
      {fault === undefined ? null : <FormHelperText role="alert">{fault}</FormHelperText>}
    </FormControl>
  );
}

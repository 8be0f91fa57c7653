/** Shows a field of a form: label above, value, and below it a hint or the error with an icon. */
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { WarningCircleIcon } from '@phosphor-icons/react';
import { useId } from 'react';

/** An asterisk behind the label; screen readers hear `aria-required` instead. */
export const requiredMark = { '&::after': { content: '" *" / ""', color: 'error.main' } } as const;

export type TextFieldProps = Omit<OutlinedInputProps, 'error' | 'label' | 'id' | 'notched'> & {
  label: string;
  /** The error as text; the field is marked as invalid. */
  fault?: string | undefined;
  hint?: string | undefined;
};

export function TextField({ label, fault, hint, required, ...input }: TextFieldProps) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <FormControl fullWidth error={fault !== undefined} variant="outlined">
      <InputLabel htmlFor={id} shrink disableAnimation sx={required ? requiredMark : undefined}>
        {label}
      </InputLabel>
      <OutlinedInput
        id={id}
        {...input}
        inputProps={{
          ...input.inputProps,
          'aria-required': required ?? false,
          'aria-invalid': fault !== undefined,
          ...(note === undefined ? {} : { 'aria-describedby': `${id}-note` }),
        }}
      />
      {note === undefined ? null : (
        <FormHelperText id={`${id}-note`} role={fault === undefined ? undefined : 'alert'}>
          {fault === undefined ? null : (
            <WarningCircleIcon
              size={14}
              weight="fill"
              aria-hidden="true"
              style={{ verticalAlign: -2, marginRight: 4 }}
            />
          )}
          {note}
        </FormHelperText>
      )}
    </FormControl>
  );
}

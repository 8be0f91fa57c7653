/** Shows a labelled select field of a form: label above, error below. */
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import Select from '@mui/material/Select';
import { WarningCircleIcon } from '@phosphor-icons/react';
import { type ReactNode, useId } from 'react';

export type SelectFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  required?: boolean;
  children: ReactNode;
};

export function SelectField({ label, value, onChange, fault, required = false, children }: SelectFieldProps) {
  const id = useId();
  return (
    <FormControl fullWidth error={fault !== undefined}>
      <InputLabel id={`${id}-label`} shrink disableAnimation>
        {label}
      </InputLabel>
      <Select
        labelId={`${id}-label`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputProps={{ 'aria-required': required, 'aria-invalid': fault !== undefined }}
        SelectDisplayProps={fault === undefined ? {} : { 'aria-describedby': `${id}-note` }}
      >
        {children}
      </Select>
      {fault === undefined ? null : (
        <FormHelperText id={`${id}-note`} role="alert">
          <WarningCircleIcon
            size={14}
            weight="fill"
            aria-hidden="true"
            style={{ verticalAlign: -2, marginRight: 4 }}
          />
          {fault}
        </FormHelperText>
      )}
    </FormControl>
  );
}

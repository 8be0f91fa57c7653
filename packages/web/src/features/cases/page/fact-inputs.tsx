/** Shows the input or inputs of one fact; the first has the focus. */
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { genders, priorities } from '@rhythmdesk/domain/case/status';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../platform/texts/use-words.ts';
import { TextField } from '../../../ui/text-field.tsx';
import Select from '@mui/material/Select';
import InputLabel from '@mui/material/InputLabel';
import { factFields, type Entered, type FactKey } from './fact-fields.ts';

const Fields = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8 });

function Choice({ field }: { field: 'gender' | 'priority' }) {
  const { t } = useTranslation('case-page');
  const { control } = useFormContext<Entered>();
  const words = useWords();
  const id = useId();
  const choices =
    field === 'gender'
      ? genders.map((gender) => [gender, t(`gender.${gender}`)] as const)
      : priorities.map((priority) => [priority, words.priority(priority)] as const);
  return (
    <div>
      <InputLabel id={id}>{t(`fact.${field}`)}</InputLabel>
      <Controller
        name={field}
        control={control}
        render={({ field: { ref, ...held } }) => (
          <Select {...held} inputRef={ref} fullWidth autoFocus labelId={id}>
            {choices.map(([value, label]) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </Select>
        )}
      />
    </div>
  );
}

export function FactInputs({ field }: { field: FactKey }) {
  const { t } = useTranslation('case-page');
  const { register, formState } = useFormContext<Entered>();
  if (field === 'gender' || field === 'priority') return <Choice field={field} />;
  const { parts, kind, longest } = factFields[field];
  const nameOf = (part: string): string => {
    if (part === 'patient_last_name') return t('fact.last_name');
    return part === 'patient_first_name' ? t('fact.first_name') : t(`fact.${field}`);
  };
  return (
    <Fields>
      {parts.map((part, index) => {
        const { ref, ...input } = register(part);
        return (
          <TextField
            {...input}
            inputRef={ref}
            key={part}
            label={nameOf(part)}
            fault={formState.errors[part]?.message}
            type={kind === 'date' ? 'date' : 'text'}
            multiline={kind === 'lines'}
            {...(kind === 'lines' ? { minRows: 2, maxRows: 8 } : {})}
            autoComplete="off"
            autoFocus={index === 0}
            inputProps={{ maxLength: longest }}
          />
        );
      })}
    </Fields>
  );
}

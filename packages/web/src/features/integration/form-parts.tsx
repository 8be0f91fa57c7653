/** The parts that the forms of other systems share: groups of fields, help, and the choice of an institution. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferedGroups } from '../../platform/client/use-offered-groups.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { NamePicker } from '../../ui/name-picker.tsx';

const Group = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  margin: '0 0 20px',
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { marginBottom: 8, padding: 0, fontSize: textSize.body, fontWeight: 600 },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr', '& > .whole': { gridColumn: '1 / -1' } },
}));

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group>
      <legend>{title}</legend>
      {children}
    </Group>
  );
}

export const Hint = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

export type ChosenHospital = { readonly id: number; readonly name: string } | null;

type HospitalProps = {
  readonly value: ChosenHospital;
  readonly fault: string | undefined;
  readonly onChange: (chosen: ChosenHospital) => void;
};

export function HospitalField({ value, fault, onChange }: HospitalProps) {
  const { t } = useTranslation('integration');
  const offered = useOfferedGroups(['hospital']);
  return (
    <NamePicker
      {...offered}
      label={t('field.hospital')}
      several={false}
      required
      labelled
      value={value === null ? [] : [value]}
      fault={fault}
      onChange={([chosen]) => onChange(chosen === undefined ? null : { id: chosen.id, name: chosen.name })}
    />
  );
}

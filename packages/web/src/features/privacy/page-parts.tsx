/** Provides the parts that the sections of data protection share: their frame, their texts, and the hospital. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useOfferedGroups } from '../../platform/client/use-offered-groups.ts';
import { NamePicker } from '../../ui/name-picker.tsx';
import { scrollEdges, watchEdges } from '../../ui/list/scroll-edges.ts';

const Frame = styled('section')(({ theme }) => ({
  padding: '16px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.down('md')]: { padding: '12px 16px' },
}));

export const Lead = styled('p')(({ theme }) => ({
  margin: '4px 0 12px',
  maxWidth: 720,
  color: theme.vars.palette.text.secondary,
}));

/** Fields beside each other where there is room. */
export const Fields = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 260px)) auto',
  justifyContent: 'start',
  alignItems: 'end',
  gap: 16,
  [theme.breakpoints.down('md')]: { gridTemplateColumns: '1fr', justifyContent: 'stretch' },
}));

const Sideways = styled('div')({
  ...scrollEdges,
  // The text of the first column is in line with the text above the table.
  margin: '0 -16px',
  '& th': { position: 'static', backgroundColor: 'transparent' },
});

/** Scrolls its table sideways in a narrow window, also by keyboard, instead of widening the page. */
export const TableRoom = ({ label, children }: { label: string; children: ReactNode }) => (
  <Sideways ref={watchEdges} tabIndex={0} role="group" aria-label={label}>
    {children}
  </Sideways>
);

export function PrivacySection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2">
        {title}
      </Typography>
      {children}
    </Frame>
  );
}

export type PatientKey = { readonly hospital_id: number; readonly patient_id: string };
export type ChosenHospital = { readonly id: number; readonly name: string };

type HospitalProps = {
  readonly label: string;
  readonly value: ChosenHospital | null;
  readonly onChange: (value: ChosenHospital | null) => void;
};

export function HospitalPicker({ label, value, onChange }: HospitalProps) {
  return (
    <NamePicker
      {...useOfferedGroups(['hospital'])}
      label={label}
      labelled
      several={false}
      value={value === null ? [] : [value]}
      onChange={([chosen]) => onChange(chosen ?? null)}
    />
  );
}

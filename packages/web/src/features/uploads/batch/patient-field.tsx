/** Whose recording it is: one line that opens the patient's fields. All of them can also be filled in later. */
import ButtonBase from '@mui/material/ButtonBase';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { genders } from '@rhythmdesk/domain/case/status';
import { UserIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../platform/texts/person-name.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { Choice } from './card-parts.tsx';
import { changeCard, type Card, type Patient, type PatientField } from './batch.ts';

const Line = styled(ButtonBase)(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 0,
  height: 32,
  justifyContent: 'flex-start',
  gap: 8,
  padding: '0 10px',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  backgroundColor: theme.vars.palette.surface.s1,
  color: theme.vars.palette.gray,
  fontSize: '.8125rem',
  '&.Mui-focusVisible': {
    borderColor: theme.vars.palette.focus,
    boxShadow: `0 0 0 3px ${theme.vars.palette.primary.tint}`,
  },
  '& strong': { fontWeight: 400, color: theme.vars.palette.text.primary },
  '& svg': { flex: 'none' },
}));
const Shown = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const Still = styled('div')(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 32,
  padding: '0 10px',
  borderRadius: 6,
  backgroundColor: theme.vars.palette.surface.s3,
  '& svg': { flex: 'none' },
}));
const Fields = styled('form')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 12,
  padding: 16,
  width: 'min(420px, calc(100vw - 32px))',
  '& .wide': { gridColumn: '1 / -1' },
  '& .low': { alignSelf: 'end' },
});

export const patientNameOf = ({ patient_first_name, patient_last_name }: Patient): string =>
  personName(patient_first_name, patient_last_name);

/** A patient who is known already, of the case that waits for this recording. */
export function KnownPatient({ text }: { text: string }) {
  return (
    <Still>
      <UserIcon size={16} aria-hidden="true" />
      <Shown>{text}</Shown>
    </Still>
  );
}

const inputTypes: Partial<Record<PatientField, string>> = { birth_date: 'date', phone_number: 'tel' };
const longest: Partial<Record<PatientField, number>> = {
  patient_id: 64,
  phone_number: 32,
  comment: 2000,
};

function PatientForm({ card, onDone }: { card: Card; onDone: () => void }) {
  const { t } = useTranslation('uploads');
  const { patient } = card;
  const set = (field: PatientField, value: string) =>
    changeCard(card.id, { patient: { ...patient, [field]: value } });
  const input = (field: PatientField) => (
    <TextField
      label={t(`patient.${field}`)}
      value={patient[field]}
      type={inputTypes[field] ?? 'text'}
      autoComplete="off"
      autoFocus={field === 'patient_last_name'}
      inputProps={{ maxLength: longest[field] ?? 80 }}
      onChange={({ target }) => set(field, target.value)}
    />
  );
  return (
    <Fields
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      {input('patient_last_name')}
      {input('patient_first_name')}
      {input('patient_id')}
      {input('birth_date')}
      <div className="low">
        <Choice
          label={t('patient.gender')}
          value={genders.find((each) => each === patient.gender) ?? ''}
          placeholder={t('patient.gender')}
          options={genders.map((value) => ({ value, label: t(`gender.${value}`) }))}
          onChoose={(value) => set('gender', value)}
          width="100%"
        />
      </div>
      {input('phone_number')}
      <div className="wide">{input('comment')}</div>
      <div className="wide">
        <Button type="submit">{t('patient.done')}</Button>
      </div>
    </Fields>
  );
}

export function PatientLine({ card }: { card: Card }) {
  const { t } = useTranslation('uploads');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const { patient } = card;
  const name = patientNameOf(patient);
  const close = () => setAnchor(null);
  return (
    <>
      <Line
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event: React.MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
      >
        <UserIcon size={16} aria-hidden="true" />
        <Shown>
          {name ? <strong>{name}</strong> : null}
          {name && patient.patient_id ? ' · ' : null}
          {patient.patient_id}
          {name || patient.patient_id ? null : t('patient.empty')}
        </Shown>
      </Line>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id } }}
      >
        <h2 id={id} style={{ margin: '14px 16px 0', fontSize: '.9375rem' }}>
          {t('patient.title')}
        </h2>
        <PatientForm card={card} onDone={close} />
      </Popover>
    </>
  );
}

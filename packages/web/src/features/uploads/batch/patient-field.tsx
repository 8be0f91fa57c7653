/**
 * Shows the patient of a recording as one line that opens the patient's fields. All of them can also be filled in
 * later.
 */
import ButtonBase from '@mui/material/ButtonBase';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { genders } from '@rhythmdesk/domain/case/status';
import { UserIcon } from '@phosphor-icons/react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { localToday } from '../../../ui/list/period.ts';
import { useNow } from '../../../ui/use-now.ts';
import { withLine } from '../patients/patient-line.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { Choice } from './card-parts.tsx';
import type { Patient, PatientField } from '../patients/patient.ts';
import { changeBatch, changeCard, useBatch, type Card } from './batch.ts';
import { hnIdOf } from './verdict.ts';

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
  fontSize: textSize.body,
  '&.Mui-focusVisible': {
    borderColor: theme.vars.palette.focus,
    boxShadow: `0 0 0 3px ${theme.vars.palette.primary.tint}`,
  },
  '& strong': { fontWeight: 400, color: theme.vars.palette.text.primary },
  '& svg': { flex: 'none' },
  [theme.breakpoints.down('md')]: { height: 44 },
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
  [theme.breakpoints.down('md')]: { height: 44 },
}));
const Fields = styled('form')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 12,
  padding: 16,
  width: 'min(420px, calc(100vw - 32px))',
  '& .wide': { gridColumn: '1 / -1' },
  '& .low': { alignSelf: 'end' },
  '& .acts': { display: 'flex', justifyContent: 'flex-end', gap: 8 },
});

export const patientNameOf = ({ patient_first_name, patient_last_name }: Patient): string =>
  personName(patient_first_name, patient_last_name);

/** Shows the known patient of the case that waits for this recording. */
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

type PatientInputProps = {
  readonly field: PatientField;
  readonly value: string;
  /** The latest allowed birth date. */
  readonly today: string;
  readonly onValue: (value: string) => void;
};

function PatientInput({ field, value, today, onValue }: PatientInputProps) {
  const { t } = useTranslation('uploads');
  return (
    <TextField
      label={t(`patient.${field}`)}
      value={value}
      type={inputTypes[field] ?? 'text'}
      autoComplete="off"
      autoFocus={field === 'patient_last_name'}
      inputProps={{
        maxLength: longest[field] ?? 80,
        ...(field === 'birth_date' ? { max: today, min: '1890-01-01' } : {}),
      }}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

function FormActs({ nextId, onDone }: { nextId: number | null; onDone: () => void }) {
  const { t } = useTranslation('uploads');
  return (
    <div className="wide acts">
      <Button type="button" onClick={onDone}>
        {t('patient.done')}
      </Button>
      <Button type="submit" variant="outlined" aria-disabled={nextId === null}>
        {t('patient.next')}
        <KeyCap name="⏎" />
      </Button>
    </div>
  );
}

type PatientFormProps = {
  readonly card: Card;
  /** The recording that Enter goes to next. */
  readonly nextId: number | null;
  readonly onDone: () => void;
};

function PatientForm({ card, nextId, onDone }: PatientFormProps) {
  const { t } = useTranslation('uploads');
  const today = localToday(new Date(useNow()));
  const { patient } = card;
  const set = (field: PatientField, value: string) =>
    changeCard(card.id, { patient: { ...patient, [field]: value } });
  const paste = (event: React.ClipboardEvent) => {
    const filled = withLine(patient, event.clipboardData.getData('text/plain'), today);
    if (filled === null) return;
    event.preventDefault();
    changeCard(card.id, { patient: filled });
  };
  const input = (field: PatientField) => (
    <PatientInput field={field} value={patient[field]} today={today} onValue={(value) => set(field, value)} />
  );
  return (
    <Fields
      onPaste={paste}
      onSubmit={(event) => {
        event.preventDefault();
        if (nextId === null) onDone();
        else changeBatch({ typing: nextId });
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
      <FormActs nextId={nextId} onDone={onDone} />
    </Fields>
  );
}

export function PatientLine({ card, nextId }: { card: Card; nextId: number | null }) {
  const { t } = useTranslation('uploads');
  const line = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { typing } = useBatch();
  const isOpen = typing === card.id;
  const { patient } = card;
  const name = patientNameOf(patient);
  const close = () => {
    changeBatch({ typing: null });
    line.current?.focus();
  };
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <>
      <Line
        ref={line}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => changeBatch({ typing: card.id })}
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
        open={isOpen}
        anchorEl={() => line.current}
        onClose={close}
        transitionDuration={0}
        disableRestoreFocus
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id } }}
      >
        <h2 id={id} style={{ margin: '14px 16px 0', fontSize: textSize.section }}>
          {t('patient.title')} {hnIdOf(card)}
        </h2>
        <PatientForm card={card} nextId={nextId} onDone={close} />
      </Popover>
    </>
  );
}

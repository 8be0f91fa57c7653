/**
 * Shows the patient of a recording: one line that opens the patient's fields. All of them can also be filled in later; those
 * that a request needs are marked.
 */
import ButtonBase from '@mui/material/ButtonBase';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { missingRequired } from '@rhythmdesk/domain/case/required';
import { genders } from '@rhythmdesk/domain/case/status';
import { can } from '@rhythmdesk/domain/people/can';
import { UserIcon, UserPlusIcon } from '@phosphor-icons/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { localToday } from '../../../ui/list/period.ts';
import { useNow } from '../../../ui/use-now.ts';
import { withLine } from '../patients/patient-line.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { Choice } from './card-parts.tsx';
import type { Patient, PatientField } from '../patients/patient.ts';
import { birthDateFault } from '../patients/patient-values.ts';
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
  '&.empty': {
    borderStyle: 'dashed',
    fontWeight: 500,
    color: theme.vars.palette.primary.main,
    backgroundColor: 'transparent',
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
  '& .note': { margin: 0, fontSize: textSize.small, color: 'var(--rd-palette-text-secondary)' },
  '& .acts': { display: 'flex', justifyContent: 'flex-end', gap: 8 },
});

/** Whether this user can request an analysis, which needs some of the fields. */
const useRequests = (): boolean => can(useSessionUser().user_role, 'case.request') !== 'never';

const Missing = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

/** Names the fields that a request of this recording still lacks. */
export function MissingFields({ patient }: { patient: Patient }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const missing = missingRequired({ ...patient, recording_start: 0 });
  if (!useRequests() || missing.length === 0) return null;
  const names = missing.map((field) => t(`needs.${field}`));
  return <Missing>{t('needs', { fields: format.list(names) })}</Missing>;
}

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

const required: readonly PatientField[] = ['patient_last_name', 'patient_id', 'birth_date', 'gender'];

/** The field that the form focuses: an impossible birth date, the first that a request still lacks, else the first one. */
function firstField(patient: Patient, today: string): PatientField {
  if (birthDateFault(patient.birth_date, today) !== null) return 'birth_date';
  const [first] = missingRequired({ ...patient, recording_start: 0 });
  return required.find((field) => field === first) ?? 'patient_last_name';
}

type PatientInputProps = {
  readonly field: PatientField;
  readonly value: string;
  /** The latest allowed birth date. */
  readonly today: string;
  readonly isRequired: boolean;
  readonly isFirst: boolean;
  readonly onValue: (value: string) => void;
};

function PatientInput({ field, value, today, isRequired, isFirst, onValue }: PatientInputProps) {
  const { t } = useTranslation('uploads');
  // While the year is typed, its first digits are a date as well.
  const [left, setLeft] = useState(value);
  const fault = field === 'birth_date' && left === value ? birthDateFault(value, today) : null;
  return (
    <TextField
      label={t(`patient.${field}`)}
      value={value}
      fault={fault === null ? undefined : t(`row.${fault}`, { value })}
      type={inputTypes[field] ?? 'text'}
      autoComplete="off"
      required={isRequired}
      autoFocus={isFirst}
      inputProps={{
        maxLength: longest[field] ?? 80,
        ...(field === 'birth_date' ? { max: today, min: '1890-01-01' } : {}),
      }}
      onChange={({ target }) => onValue(target.value)}
      onBlur={() => setLeft(value)}
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
  const [first] = useState(() => firstField(patient, today));
  const requests = useRequests();
  const input = (field: PatientField) => (
    <PatientInput
      field={field}
      value={patient[field]}
      today={today}
      isRequired={requests && required.includes(field)}
      isFirst={field === first}
      onValue={(value) => set(field, value)}
    />
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
          placeholder={requests ? `${t('patient.gender')} *` : t('patient.gender')}
          autoFocus={first === 'gender'}
          options={genders.map((value) => ({ value, label: t(`gender.${value}`) }))}
          onChoose={(value) => set('gender', value)}
          width="100%"
        />
      </div>
      {input('phone_number')}
      <div className="wide">{input('comment')}</div>
      {requests ? <p className="wide note">{t('patient.required')}</p> : null}
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
  const isEmpty = name === '' && patient.patient_id === '';
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
        className={isEmpty ? 'empty' : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => changeBatch({ typing: card.id })}
      >
        {isEmpty ? <UserPlusIcon size={16} aria-hidden="true" /> : <UserIcon size={16} aria-hidden="true" />}
        <Shown>
          {name ? <strong>{name}</strong> : null}
          {name && patient.patient_id ? ' · ' : null}
          {patient.patient_id}
          {isEmpty ? t('patient.add') : null}
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

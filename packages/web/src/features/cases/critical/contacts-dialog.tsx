/** Edits in a dialog the contacts that the center calls in a hospital: up to five, the first is called first. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { CriticalDetail } from '@rhythmdesk/contract/critical';
import { areHours, type Duty, dutyKinds, usualDuty } from '@rhythmdesk/domain/critical/duty-hours';
import { useMutation } from '@tanstack/react-query';
import { PlusIcon, TrashIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { Controller, useFieldArray, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useRenewCritical } from './use-critical-acts.ts';

const most = 5;

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1.2fr 1fr 1fr auto',
  alignItems: 'start',
  gap: 10,
  padding: '8px 0 12px',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.line.hair}`, paddingTop: 12 },
  '& > button, & > span': { marginTop: 20 },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

const empty = { name: '', place: '', phone: '', ...usualDuty };
type Draft = { contacts: ({ name: string; place: string; phone: string } & Duty)[] };

/** Makes the draft without the fields that describe the current moment. */
const draftOf = ({ contacts }: CriticalDetail): Draft => ({
  contacts: contacts.map(({ name, place, phone, duty, duty_from, duty_to }) => ({
    name,
    place,
    phone,
    duty,
    duty_from,
    duty_to,
  })),
});

function useSaving({ hospital, contacts_version }: CriticalDetail, onClose: () => void) {
  const renew = useRenewCritical();
  // The finding is renewed while the dialog is open; the fields are of the version that it was opened with.
  const [version] = useState(contacts_version);
  return useMutation({
    mutationFn: ({ contacts }: Draft) =>
      api.call('changeHospitalContacts', { hospital_id: hospital.id, version, contacts }),
    onSuccess: onClose,
    onSettled: renew,
  });
}

type Form = UseFormReturn<Draft>;

type FieldsProps = { form: Form; index: number };

/** Asks when this number is called; the hours are working hours, also for a contact who is called outside of them. */
function DutyFields({ form, index }: FieldsProps) {
  const { t } = useTranslation('critical');
  const { control, register, formState } = form;
  const duty = useWatch({ control, name: `contacts.${index}` });
  const errors = formState.errors.contacts?.[index];
  const missing = errors?.duty_from === undefined ? undefined : t('contacts.missing');
  const unordered = errors?.duty_to === undefined ? undefined : t('duty.order');
  const time = { required: true };
  const inOrder = (_: string, draft: Draft): boolean => areHours(draft.contacts[index] ?? usualDuty);
  return (
    <>
      <Controller
        control={control}
        name={`contacts.${index}.duty`}
        render={({ field }) => (
          <SelectField label={t('duty')} value={field.value} onChange={field.onChange}>
            {dutyKinds.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {t(`duty.${kind}`)}
              </MenuItem>
            ))}
          </SelectField>
        )}
      />
      {duty.duty === 'always' ? null : (
        <>
          <TextField
            label={t('duty.from')}
            type="time"
            fault={missing}
            required
            {...register(`contacts.${index}.duty_from`, time)}
          />
          <TextField
            label={t('duty.to')}
            type="time"
            fault={unordered}
            required
            {...register(`contacts.${index}.duty_to`, { ...time, validate: inOrder })}
          />
        </>
      )}
    </>
  );
}

function ContactFields({ form, index, onRemove }: FieldsProps & { onRemove: () => void }) {
  const { t } = useTranslation('critical');
  const { register, formState } = form;
  const faultOf = (name: 'name' | 'phone') =>
    formState.errors.contacts?.[index]?.[name] === undefined ? undefined : t('contacts.missing');
  return (
    <Row>
      <TextField
        label={t('contacts.name')}
        fault={faultOf('name')}
        required
        inputProps={{ maxLength: 80 }}
        {...register(`contacts.${index}.name`, { required: true })}
      />
      <TextField
        label={t('contacts.place')}
        inputProps={{ maxLength: 80 }}
        {...register(`contacts.${index}.place`)}
      />
      <TextField
        label={t('contacts.phone')}
        type="tel"
        fault={faultOf('phone')}
        required
        inputProps={{ maxLength: 32 }}
        {...register(`contacts.${index}.phone`, { required: true })}
      />
      <IconButton name={t('contacts.remove')} onClick={onRemove}>
        <TrashIcon size={18} aria-hidden="true" />
      </IconButton>
      <DutyFields form={form} index={index} />
    </Row>
  );
}

export function ContactsDialog({ detail, onClose }: { detail: CriticalDetail; onClose: () => void }) {
  const { t } = useTranslation('critical');
  const { t: word } = useTranslation('dialogs');
  const id = useId();
  const form = useForm<Draft>({
    defaultValues: detail.contacts.length === 0 ? { contacts: [empty] } : draftOf(detail),
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'contacts' });
  const { mutate, isPending } = useSaving(detail, onClose);
  const { isDirty } = form.formState;
  return (
    <Dialog open onClose={isDirty ? undefined : onClose} aria-labelledby={id} fullWidth maxWidth="md">
      <form noValidate onSubmit={(event) => void form.handleSubmit((draft) => mutate(draft))(event)}>
        <DialogTitle id={id}>{t('contacts.title', { name: detail.hospital.name })}</DialogTitle>
        <DialogContent>
          {fields.map((field, index) => (
            <ContactFields key={field.id} form={form} index={index} onRemove={() => remove(index)} />
          ))}
          {fields.length < most ? (
            <Button startIcon={<PlusIcon size={16} aria-hidden="true" />} onClick={() => append(empty)}>
              {t('contacts.add')}
            </Button>
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{word('cancel')}</Button>
          <Button type="submit" variant="contained" disabled={isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

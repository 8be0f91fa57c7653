/** Whom the center calls in a hospital: up to five, the first is called first. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import type { CriticalDetail } from '@rhythmdesk/contract/critical';
import { useMutation } from '@tanstack/react-query';
import { PlusIcon, TrashIcon } from '@phosphor-icons/react';
import { useId } from 'react';
import { useFieldArray, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useRenewCritical } from './use-critical-acts.ts';

const most = 5;

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1.2fr 1fr 1fr auto',
  alignItems: 'start',
  gap: 10,
  padding: '8px 0',
  '& > button, & > span': { marginTop: 20 },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

const empty = { name: '', place: '', phone: '' };
type Draft = { contacts: { name: string; place: string; phone: string }[] };

function useSaving({ hospital, contacts_version: version }: CriticalDetail, onClose: () => void) {
  const renew = useRenewCritical();
  return useMutation({
    mutationFn: ({ contacts }: Draft) =>
      api.call('changeHospitalContacts', { hospital_id: hospital.id, version, contacts }),
    onSuccess: onClose,
    onSettled: renew,
  });
}

type Form = UseFormReturn<Draft>;

function ContactFields({ form, index, onRemove }: { form: Form; index: number; onRemove: () => void }) {
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
        {...register(`contacts.${index}.name`, { required: true, maxLength: 80 })}
      />
      <TextField label={t('contacts.place')} {...register(`contacts.${index}.place`, { maxLength: 80 })} />
      <TextField
        label={t('contacts.phone')}
        type="tel"
        fault={faultOf('phone')}
        required
        {...register(`contacts.${index}.phone`, { required: true, maxLength: 32 })}
      />
      <IconButton name={t('contacts.remove')} onClick={onRemove}>
        <TrashIcon size={18} aria-hidden="true" />
      </IconButton>
    </Row>
  );
}

export function ContactsDialog({ detail, onClose }: { detail: CriticalDetail; onClose: () => void }) {
  const { t } = useTranslation('critical');
  const { t: word } = useTranslation('dialogs');
  const id = useId();
  const form = useForm<Draft>({
    defaultValues: { contacts: detail.contacts.length === 0 ? [empty] : detail.contacts },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'contacts' });
  const { mutate, isPending } = useSaving(detail, onClose);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="md">
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

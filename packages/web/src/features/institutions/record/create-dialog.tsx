/**
 * Shows the dialog for a new institution: its required fields; the typed text stays through every failure, and leaving
 * it asks first.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { hasField, type InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { type GroupType, isGroupType } from '@rhythmdesk/domain/people/roles';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import type { FieldDraft } from './field-draft.ts';
import { FieldEditor } from './field-editor.tsx';
import { useFieldLabel } from './field-text.ts';
import { useCodeCheck } from './use-code-check.ts';

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr', '& > .whole': { gridColumn: '1 / -1' } },
}));

const requiredFields = ['name', 'type', 'register_code', 'region', 'postcode', 'address'] as const;
type Drafts = Partial<Record<InstitutionField, FieldDraft>>;
type Faults = Readonly<Record<string, string>>;

const empty: FieldDraft = { text: '', groups: [] };
const textOf = (drafts: Drafts, field: InstitutionField): string => drafts[field]?.text.trim() ?? '';

function typeOf(drafts: Drafts): GroupType {
  const word = textOf(drafts, 'type');
  return isGroupType(word) ? word : 'hospital';
}

function inputOf(drafts: Drafts) {
  const type = typeOf(drafts);
  const [center] = drafts.tech_center_id?.groups ?? [];
  return {
    type,
    name: textOf(drafts, 'name'),
    register_code: textOf(drafts, 'register_code'),
    region: textOf(drafts, 'region'),
    postcode: textOf(drafts, 'postcode'),
    address: textOf(drafts, 'address'),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(center !== undefined && hasField(type, 'tech_center_id') ? { tech_center_id: center.id } : {}),
  };
}

function useCreating(onCreated: (id: number) => void) {
  const wordsOf = useFieldFaults();
  const { t } = useTranslation('messages');
  const [faults, setFaults] = useState<Faults>({});
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (drafts: Drafts) => api.call('createInstitution', inputOf(drafts)),
    onSuccess: ({ id }) => onCreated(id),
    onError: async (error) => {
      const known = error instanceof ApiError && (error.status === 422 || error.status === 409);
      if (known && Object.keys(error.fields).length > 0) setFaults(wordsOf(error.fields));
      else await showFault(error);
    },
  });
  const submit = (drafts: Drafts): string | undefined => {
    const center = typeOf(drafts) === 'team' && (drafts.tech_center_id?.groups.length ?? 0) === 0;
    const missing = [
      ...requiredFields.filter((field) => field !== 'type' && textOf(drafts, field) === ''),
      ...(center ? ['tech_center_id' as const] : []),
    ];
    setFaults(Object.fromEntries(missing.map((field) => [field, t('alert.required')])));
    if (missing.length === 0) mutate(drafts);
    return missing[0];
  };
  return { faults, setFaults, isPending, submit };
}

export type CreateDialogProps = { onClose: () => void; onCreated: (id: number) => void };

function useLeaving(drafts: Drafts, onClose: () => void) {
  const { t } = useTranslation('institutions');
  const dialogs = useDialogs();
  return async () => {
    const typed = Object.values(drafts).some(({ text, groups }) => text.trim() !== '' || groups.length > 0);
    const leaves =
      !typed ||
      (await dialogs.confirm({
        message: t('create.discard'),
        confirmText: t('create.discard.yes'),
        cancelText: t('create.discard.no'),
        destructive: true,
      }));
    if (leaves) onClose();
  };
}

type FieldsProps = {
  drafts: Drafts;
  faults: Faults;
  onDraft: (field: InstitutionField, draft: FieldDraft) => void;
};

const isWhole = (field: InstitutionField): boolean =>
  field === 'name' || field === 'address' || field === 'tech_center_id';

function Fields({ drafts, faults, onDraft }: FieldsProps) {
  const { t } = useTranslation('institutions');
  const labelOf = useFieldLabel();
  const code = useCodeCheck(textOf(drafts, 'register_code'), null, true);
  const type = typeOf(drafts);
  const fields: readonly InstitutionField[] = hasField(type, 'tech_center_id')
    ? [...requiredFields, 'tech_center_id']
    : requiredFields;
  return (
    <DialogContent>
      <Grid>
        {fields.map((field) => (
          <div key={field} data-field={field} className={isWhole(field) ? 'whole' : ''}>
            <FieldEditor
              field={field}
              label={labelOf(field, type)}
              draft={field === 'type' ? { text: type, groups: [] } : (drafts[field] ?? empty)}
              fault={faults[field] ?? (field === 'register_code' ? code.fault : undefined)}
              hint={field === 'register_code' ? code.hint : undefined}
              required={field !== 'tech_center_id' || type === 'team'}
              onChange={(draft) => onDraft(field, draft)}
            />
          </div>
        ))}
      </Grid>
      <Typography variant="caption" component="p" sx={{ marginTop: '14px', color: 'text.secondary' }}>
        {t('create.further')}
      </Typography>
    </DialogContent>
  );
}

export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const { t } = useTranslation('institutions');
  const { t: frame } = useTranslation('dialogs');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const { faults, setFaults, isPending, submit } = useCreating(onCreated);
  const leave = useLeaving(drafts, onClose);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const first = submit(drafts);
    if (first !== undefined)
      form.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea)`)?.focus();
  };
  const onDraft = (field: InstitutionField, draft: FieldDraft) => {
    setDrafts({ ...drafts, [field]: draft });
    setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => name !== field)));
  };
  return (
    <Dialog
      open
      onClose={() => void leave()}
      aria-labelledby={id}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: 640 } } }}
    >
      <DialogTitle id={id}>{t('create.title')}</DialogTitle>
      <form ref={form} onSubmit={onSubmit} noValidate style={{ display: 'contents' }}>
        <Fields drafts={drafts} faults={faults} onDraft={onDraft} />
        <DialogActions>
          <Button size="large" onClick={() => void leave()}>
            {frame('cancel')}
          </Button>
          <Button size="large" type="submit" variant="contained" color="primary" disabled={isPending}>
            {t('create.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

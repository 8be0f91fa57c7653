/** Shows the dialog for a new user; the typed text stays through every failure, and leaving it asks first. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { stripPhone, isLoginId } from '@rhythmdesk/domain/people/contact';
import { ArrowsClockwiseIcon } from '@phosphor-icons/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, useEffect } from 'react';
import {
  type Control,
  Controller,
  type Resolver,
  useController,
  useForm,
  useWatch,
  type UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useOfferedGroups } from '../../../platform/client/use-offered-groups.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NamePicker } from '../../../ui/name-picker.tsx';
import { recordWidthPx } from '../../../ui/record-dialog.ts';
import { CleanedField } from '../../../ui/cleaned-field.tsx';
import { oneTimePassword } from '../model/one-time-password.ts';
import { draftFaults, newUserInput, roleWithin, type NewUserDraft } from './new-user-draft.ts';
import { RoleChoice } from './role-choice.tsx';
import { callQuery } from '../../../platform/client/query-cache.ts';

const restMs = 400;

/** Checks whether a user id is free, after a pause in the typing; undefined until the response arrives. */
function useIdCheck(typed: string): boolean | undefined {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSettled = rested === typed && isLoginId(typed);
  const { data } = useQuery({
    ...callQuery('idCheck', { user_id: rested }),
    enabled: isSettled,
    staleTime: 0,
  });
  return isSettled ? data?.available : undefined;
}

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 14,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr', '& > .whole': { gridColumn: '1 / -1' } },
}));
const Labelled = styled('div')(({ theme }) => ({
  '& > span': {
    ...theme.typography.caption,
    display: 'block',
    marginBottom: 4,
    fontWeight: 500,
    color: theme.vars.palette.text.secondary,
  },
}));

const textFields = ['name', 'user_id', 'email', 'phone_number', 'description', 'password'] as const;
type TextName = (typeof textFields)[number];
const longest: Readonly<Record<TextName, number>> = {
  name: 80,
  user_id: 40,
  email: 254,
  phone_number: 32,
  description: 2000,
  password: 128,
};

const isField = (name: string): name is keyof NewUserDraft =>
  textFields.some((field) => field === name) || name === 'user_group_id' || name === 'user_role_id';

function useResolver(): Resolver<NewUserDraft> {
  const { t } = useTranslation('users');
  return (draft) => {
    const faults = Object.entries(draftFaults(draft));
    const errors = faults.map(
      ([field, fault]) => [field, { type: fault, message: t(`fault.${fault}`) }] as const,
    );
    return errors.length === 0
      ? { values: draft, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) };
  };
}

export type Created = { readonly id: number; readonly user_id: string; readonly password: string };
export type CreateUserDialogProps = { onClose: () => void; onCreated: (created: Created) => void };

function useCreating({ setError }: UseFormReturn<NewUserDraft>, onCreated: (created: Created) => void) {
  const wordsOf = useFieldFaults();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (input: NonNullable<ReturnType<typeof newUserInput>>) => api.call('createUser', input),
    onSuccess: ({ id }, { user_id, password }) => onCreated({ id, user_id, password }),
    onError: async (error) => {
      const fields = error instanceof ApiError ? Object.entries(wordsOf(error.fields)) : [];
      if (!(error instanceof ApiError) || fields.length === 0) return showFault(error);
      for (const [field, words] of fields) {
        if (isField(field))
          setError(field, { message: fields.length === 1 ? error.detail : words }, { shouldFocus: true });
      }
    },
  });
}

function TextInput({ name, control }: { name: TextName; control: Control<NewUserDraft> }) {
  const { t } = useTranslation('users');
  const { field, fieldState } = useController({ control, name });
  const { ref, onChange, ...bound } = field;
  const free = useIdCheck(name === 'user_id' ? field.value.trim() : '');
  const taken = free === false ? t('fault.id-taken') : undefined;
  const hint = name === 'user_id' ? t(free === true ? 'id.free' : 'id.format') : undefined;
  return (
    <CleanedField
      {...bound}
      inputRef={ref}
      label={t(`field.${name}`)}
      required={name !== 'phone_number' && name !== 'description'}
      fault={fieldState.error?.message ?? taken}
      hint={name === 'password' ? t('one-time.hint') : hint}
      autoComplete="off"
      inputProps={{
        maxLength: longest[name],
        ...(name === 'password' ? { style: { fontFamily: 'var(--font-mono)' }, spellCheck: false } : {}),
      }}
      clean={name === 'phone_number' ? stripPhone : undefined}
      onText={onChange}
      endAdornment={
        name === 'password' ? (
          <IconButton name={t('one-time.another')} size="small" onClick={() => onChange(oneTimePassword())}>
            <ArrowsClockwiseIcon size={16} aria-hidden="true" />
          </IconButton>
        ) : undefined
      }
    />
  );
}

function GroupAndRole({ form: { control, setValue, getValues } }: { form: UseFormReturn<NewUserDraft> }) {
  const { t } = useTranslation('users');
  const offered = useOfferedGroups();
  const group = useWatch({ control, name: 'user_group_id' });
  return (
    <>
      <Labelled className="whole">
        <span aria-hidden="true">{t('field.user_group_id')}</span>
        <Controller
          control={control}
          name="user_group_id"
          render={({ field, fieldState }) => (
            <NamePicker
              {...offered}
              label={t('field.user_group_id')}
              several={false}
              required
              value={field.value === null ? [] : [field.value]}
              fault={fieldState.error?.message}
              onChange={([chosen = null]) => {
                field.onChange(chosen);
                setValue('user_role_id', roleWithin(chosen, getValues('user_role_id')));
              }}
            />
          )}
        />
      </Labelled>
      <Labelled className="whole">
        <span aria-hidden="true">{t('field.user_role_id')}</span>
        <Controller
          control={control}
          name="user_role_id"
          render={({ field, fieldState }) => (
            <RoleChoice
              group_type={group?.type ?? null}
              value={field.value}
              fault={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
      </Labelled>
    </>
  );
}

function useLeaving(isDirty: boolean, onClose: () => void) {
  const { t } = useTranslation('users');
  const dialogs = useDialogs();
  return async () => {
    const leaves =
      !isDirty ||
      (await dialogs.confirm({
        message: t('create.discard'),
        confirmText: t('create.discard.yes'),
        cancelText: t('create.discard.no'),
        destructive: true,
      }));
    if (leaves) onClose();
  };
}

const emptyDraft = (): NewUserDraft => ({
  ...{ name: '', user_id: '', email: '', phone_number: '', description: '' },
  user_group_id: null,
  user_role_id: null,
  password: oneTimePassword(),
});

export function CreateUserDialog({ onClose, onCreated }: CreateUserDialogProps) {
  const { t } = useTranslation('users');
  const { t: frame } = useTranslation('dialogs');
  const title = useId();
  const [defaultValues] = useState(emptyDraft);
  const form = useForm<NewUserDraft>({ defaultValues, resolver: useResolver() });
  const { control, handleSubmit, formState } = form;
  const { mutate, isPending } = useCreating(form, onCreated);
  const leave = useLeaving(formState.isDirty, onClose);
  const submit = handleSubmit((draft) => {
    const input = newUserInput(draft);
    if (input !== null) mutate(input);
  });
  return (
    <Dialog
      open
      onClose={() => void leave()}
      aria-labelledby={title}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: recordWidthPx } } }}
    >
      <DialogTitle id={title}>{t('create.title')}</DialogTitle>
      <form onSubmit={(event) => void submit(event)} noValidate style={{ display: 'contents' }}>
        <DialogContent>
          <Grid>
            <TextInput name="name" control={control} />
            <TextInput name="user_id" control={control} />
            <GroupAndRole form={form} />
            <TextInput name="email" control={control} />
            <TextInput name="phone_number" control={control} />
            <div className="whole">
              <TextInput name="password" control={control} />
            </div>
            <div className="whole">
              <TextInput name="description" control={control} />
            </div>
          </Grid>
        </DialogContent>
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

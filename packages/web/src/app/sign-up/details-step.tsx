/**
 * Shows the step for the user's details: name, department, role, phone and password, with each rule checked while the
 * user types. The button stays enabled and moves the focus to the first error.
 */
import { styled } from '@mui/material/styles';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { isRoleKey, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { waitsForApproval } from '@rhythmdesk/domain/people/sign-up';
import { BuildingsIcon } from '@phosphor-icons/react';
import { type SubmitEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { api } from '../../platform/client/api.ts';
import { PlainField } from '../../ui/plain-field.tsx';
import { useCleanedText } from '../../ui/use-cleaned-text.ts';
import { EntryHint, EntryTitle } from '../entry/entry-frame.tsx';
import { EntryFault, EntryFoot, EntryForm, EntrySubmit } from '../entry/entry-parts.tsx';
import { NewPassword } from '../entry/new-password.tsx';
import { useSubmit } from '../entry/use-submit.ts';
import { RoleField } from './role-field.tsx';
import type { Details, SignUpState, StepProps } from './sign-up-steps.ts';

const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
}));
const Of = styled(EntryHint)({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginBottom: 8,
  '& code': { fontFamily: '"IBM Plex Mono", monospace', fontSize: textSize.small },
});

const fields = ['name', 'department', 'role_key', 'phone_number', 'password', 'again'] as const;
type Field = (typeof fields)[number];
/** Returns the first invalid field, in the order of the form. */
function firstFault(
  details: Details,
  user_id: string,
): { field: Field; key: 'required' | 'rule' | 'differs' } | null {
  if (details.name.trim() === '') return { field: 'name', key: 'required' };
  if (details.department.trim() === '') return { field: 'department', key: 'required' };
  if (details.role_key === undefined) return { field: 'role_key', key: 'required' };
  if (details.password === '') return { field: 'password', key: 'required' };
  if (passwordFault(details.password, user_id) !== null) return { field: 'password', key: 'rule' };
  return details.again === details.password ? null : { field: 'again', key: 'differs' };
}

async function create(state: SignUpState, details: Details, role_key: RoleKey): Promise<boolean> {
  const { name, department, phone_number, password } = details;
  const { waits_for_approval } = await api.call('signUp', {
    terms_agreed: state.agreed,
    institution_code: state.institution_code,
    user_id: state.user_id,
    verification_id: state.verification?.verification_id ?? '',
    ...{ name, department, role_key, phone_number, password },
  });
  return waits_for_approval;
}

function useDetails({ state, onChange }: StepProps) {
  const { t } = useTranslation('sign-up');
  const { working, fault, run, say, clear } = useSubmit<Field>(fields);
  const roles = state.institution?.roles ?? [];
  const chosen = roles.find((role) => role === state.details.role_key);
  const details: Details = { ...state.details, role_key: chosen ?? roles[0] };
  const inputs = useRef(new Map<Field, HTMLInputElement>());
  const save = async () => {
    const found = firstFault(details, state.user_id);
    const { role_key } = details;
    if (found !== null || role_key === undefined) {
      if (found?.key === 'required') say(found.field, t('required'));
      if (found?.key === 'differs') say(found.field, t('password.differs'));
      inputs.current.get(found?.field ?? 'role_key')?.focus();
      return;
    }
    await run(async () => onChange({ waits: await create(state, details, role_key), step: 'done' }));
  };
  const set = (change: Partial<Details>) => {
    clear();
    onChange({ details: { ...details, ...change } });
  };
  const refOf = (field: Field) => (input: HTMLInputElement | null) => {
    if (input) inputs.current.set(field, input);
    else inputs.current.delete(field);
  };
  const faultOf = (field: Field) => (fault?.field === field ? fault.words : undefined);
  return { details, set, save, refOf, faultOf, working, fault, roles };
}

type Form = ReturnType<typeof useDetails>;

/** Returns whether no field shows a fault: the choice of a role has no room for one. */
const isOfForm = (field: Field | undefined): boolean => field === undefined || field === 'role_key';

function Person({ form }: { form: Form }) {
  const { t } = useTranslation('sign-up');
  const { details, set, refOf, faultOf, roles } = form;
  const phone = useCleanedText({
    value: details.phone_number,
    clean: stripPhone,
    onText: (phone_number) => set({ phone_number }),
  });
  return (
    <>
      <Pair>
        {(['name', 'department'] as const).map((field) => (
          <PlainField
            key={field}
            low
            label={t(`details.${field}`)}
            inputRef={refOf(field)}
            autoComplete={field === 'name' ? 'name' : 'organization-title'}
            autoFocus={field === 'name'}
            maxLength={80}
            value={details[field]}
            onChange={(event) => set({ [field]: event.target.value })}
            fault={faultOf(field)}
            required
          />
        ))}
      </Pair>
      <Pair>
        <RoleField
          roles={roles}
          value={details.role_key}
          onChange={(value) => set({ role_key: isRoleKey(value) ? value : undefined })}
        />
        <PlainField
          low
          label={t('details.phone')}
          tag={t('details.optional')}
          inputRef={refOf('phone_number')}
          type="tel"
          autoComplete="tel"
          maxLength={32}
          {...phone}
          fault={faultOf('phone_number')}
        />
      </Pair>
    </>
  );
}

export function DetailsStep(props: StepProps) {
  const { t } = useTranslation('sign-up');
  const { state, onChange } = props;
  const form = useDetails(props);
  const { details, set, save, refOf, faultOf, working, fault } = form;
  const waits = waitsForApproval(
    details.role_key ?? 'MANAGER',
    state.institution?.immediate_sign_up === true,
  );
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <EntryForm onSubmit={submitted} noValidate>
      <div>
        <EntryTitle>{t('details.title')}</EntryTitle>
        <Of>
          <BuildingsIcon size={16} aria-hidden="true" />
          <span>{state.institution?.name}</span>
          <span aria-hidden="true">·</span>
          <code>{state.user_id}</code>
        </Of>
      </div>
      <Person form={form} />
      <input type="text" name="username" autoComplete="username" value={state.user_id} readOnly hidden />
      <NewPassword
        label={t('password.label')}
        user_id={state.user_id}
        value={details}
        onChange={({ password, again }) => set({ password, again })}
        faults={{ password: faultOf('password'), again: faultOf('again') }}
        passwordRef={refOf('password')}
        againRef={refOf('again')}
      />
      <EntryFault words={isOfForm(fault?.field) ? fault?.words : undefined} />
      <EntrySubmit working={working}>{t('details.create')}</EntrySubmit>
      <EntryFoot onBack={() => onChange({ step: 'email' })}>
        {waits ? <span>{t('details.approved-next')}</span> : null}
      </EntryFoot>
    </EntryForm>
  );
}

/**
 * Edits one field of a user with its own Save button: the call sends the version that the caller saw and this field
 * alone.
 */
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { User, userRoutes } from '@rhythmdesk/contract/users';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { roleFitsGroup, type GroupType } from '@rhythmdesk/domain/people/roles';
import type { UserField } from '@rhythmdesk/domain/people/user-fields';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import type { CallInput } from '../../../platform/client/client.ts';
import { useOfferedGroups } from '../../../platform/client/use-offered-groups.ts';
import { NamePicker } from '../../../ui/name-picker.tsx';
import { RecordForm, RecordFormFoot } from '../../../ui/record-dialog.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { CleanedField } from '../../../ui/cleaned-field.tsx';
import { useFieldSaving } from '../../../ui/use-field-saving.ts';
import { oneTimePassword } from '../model/one-time-password.ts';
import { RoleChoice } from './role-choice.tsx';
import { useUserFieldText } from './user-field-text.ts';

export type UserChange = Omit<CallInput<typeof userRoutes.changeUser>, 'id' | 'version' | 'user_id'>;

export type UserFieldFormProps = {
  user: User;
  field: UserField;
  onTyped: () => void;
  onClose: () => void;
  onSaved: (change: UserChange) => void;
};

type Group = { readonly id: number; readonly name: string; readonly type: GroupType };
type Draft = {
  readonly text: string;
  readonly groups: readonly Group[];
  readonly role: number | null;
  readonly flag: 'Y' | 'D';
};

const draftOf = (user: User, field: UserField): Draft => ({
  text:
    field === 'name' || field === 'email' || field === 'phone_number' || field === 'description'
      ? (user[field] ?? '')
      : '',
  groups: [user.user_group],
  role: user.user_role.id,
  flag: user.flag === 'dormant' ? 'D' : 'Y',
});

/** Returns whether the current role is valid in the chosen group; otherwise another one is chosen with it. */
const roleStays = (user: User, [group]: readonly Group[]): boolean =>
  group === undefined || roleFitsGroup(user.user_role.role_key, group.type);

/** Returns the input that is sent, or null if the typed text is not a valid value of the field. */
function changeOfUser(user: User, field: UserField, { text, groups, role, flag }: Draft): UserChange | null {
  const typed = text.trim();
  if (field === 'name') return typed === '' ? null : { name: typed };
  if (field === 'email') return typed === '' ? null : { email: typed };
  if (field === 'phone_number') return { phone_number: stripPhone(typed) };
  if (field === 'description') return { description: typed };
  if (field === 'use_flag') return { use_flag: flag };
  if (field === 'password') return { password: oneTimePassword() };
  if (field === 'user_role_id') return role === null ? null : { user_role_id: role };
  const [group] = groups;
  if (group === undefined || (role === null && !roleStays(user, groups))) return null;
  return {
    user_group_id: group.id,
    ...(roleStays(user, groups) || role === null ? {} : { user_role_id: role }),
  };
}

type InputProps = {
  user: User;
  field: UserField;
  draft: Draft;
  fault: string | undefined;
  onDraft: (draft: Draft) => void;
};

function GroupInput({ user, draft, fault, onDraft }: InputProps) {
  const { t } = useTranslation('users');
  const [group] = draft.groups;
  return (
    <>
      <NamePicker
        {...useOfferedGroups()}
        label={t('field.user_group_id')}
        several={false}
        value={draft.groups}
        fault={fault}
        onChange={(groups) =>
          onDraft({ ...draft, groups, role: roleStays(user, groups) ? user.user_role.id : null })
        }
      />
      {group === undefined || roleStays(user, draft.groups) ? null : (
        <RoleChoice
          group_type={group.type}
          value={draft.role}
          onChange={(role) => onDraft({ ...draft, role })}
        />
      )}
    </>
  );
}

function FlagInput({ draft, fault, onDraft }: InputProps) {
  const { t } = useTranslation('users');
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={draft.flag}
        aria-label={t('field.use_flag')}
        onChange={(_, next: unknown) => {
          if (next === 'Y' || next === 'D') onDraft({ ...draft, flag: next });
        }}
      >
        <ToggleButton value="Y">{t('flag.active')}</ToggleButton>
        <ToggleButton value="D">{t('flag.dormant')}</ToggleButton>
      </ToggleButtonGroup>
      {fault === undefined ? null : <NoticeBar tone="error" title={fault} />}
    </>
  );
}

function FieldInput(props: InputProps) {
  const { user, field, draft, fault, onDraft } = props;
  const { t } = useTranslation('users');
  if (field === 'user_group_id') return <GroupInput {...props} />;
  if (field === 'use_flag') return <FlagInput {...props} />;
  if (field === 'user_role_id')
    return (
      <RoleChoice
        group_type={user.user_group.type}
        value={draft.role}
        fault={fault}
        onChange={(role) => onDraft({ ...draft, role })}
      />
    );
  if (field === 'password')
    return fault === undefined ? (
      <span>{t('one-time.about')}</span>
    ) : (
      <NoticeBar tone="error" title={fault} />
    );
  return (
    <CleanedField
      label={t(`field.${field}`)}
      value={draft.text}
      fault={fault}
      autoComplete="off"
      type={field === 'email' ? 'email' : 'text'}
      multiline={field === 'description'}
      {...(field === 'description' ? { minRows: 2, maxRows: 8 } : {})}
      inputProps={{ maxLength: field === 'description' ? 2000 : field === 'email' ? 254 : 80 }}
      clean={field === 'phone_number' ? stripPhone : undefined}
      onText={(text) => onDraft({ ...draft, text })}
    />
  );
}

/** Shows the side effects of a change. */
function Consequences({ user, field, draft }: Pick<InputProps, 'user' | 'field' | 'draft'>) {
  const { t } = useTranslation('users');
  const ends =
    (field === 'user_role_id' && draft.role !== user.user_role.id) ||
    (field === 'user_group_id' && draft.groups[0]?.id !== user.user_group.id) ||
    (field === 'use_flag' && draft.flag === 'D' && user.flag !== 'dormant') ||
    field === 'password';
  if (!ends) return null;
  const cases = field === 'user_role_id' || field === 'user_group_id' ? (user.open_cases?.total ?? 0) : 0;
  return (
    <NoticeBar tone="warning" title={t('note.sessions')}>
      {cases === 0 ? null : t('note.cases', { count: cases })}
    </NoticeBar>
  );
}

export function UserFieldForm({ user, field, onTyped, onClose, onSaved }: UserFieldFormProps) {
  const { t } = useTranslation('users');
  const { t: frame } = useTranslation('dialogs');
  const [draft, setDraft] = useState(() => draftOf(user, field));
  const { label, text } = useUserFieldText()(user, field);
  const { fault, setFault, stale, isPending, save } = useFieldSaving<UserChange>({
    field,
    send: (change, version) => api.call('changeUser', { id: user.id, version, ...change }),
    version: user.version,
    value: JSON.stringify([draftOf(user, field), field === 'password' ? user.password_changed_at : null]),
    recordKey: ['user', { id: user.id }],
    rules: 'user/',
    about: 'user',
    onSaved,
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save(changeOfUser(user, field, draft));
  };
  const change = (next: Draft) => {
    setFault(undefined);
    setDraft(next);
    onTyped();
  };
  return (
    <RecordForm ref={form} onSubmit={submit} noValidate>
      {stale ? <NoticeBar tone="warning" title={t('stale', { field: label, value: text })} /> : null}
      <FieldInput user={user} field={field} draft={draft} fault={fault} onDraft={change} />
      <Consequences user={user} field={field} draft={draft} />
      <RecordFormFoot>
        <Button onClick={onClose}>{frame('cancel')}</Button>
        <Button type="submit" variant="contained" color="primary" disabled={isPending}>
          {field === 'password' ? t('one-time.set') : t('save', { field: label.toLocaleLowerCase() })}
        </Button>
      </RecordFormFoot>
    </RecordForm>
  );
}

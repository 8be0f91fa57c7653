/** Describes the typed fields of a new user, validates them, and makes the input that is sent. */
import type { userRoutes } from '@rhythmdesk/contract/users';
import type { CallInput } from '../../../platform/client/client.ts';
import { isEmail, isLoginId, stripPhone } from '@rhythmdesk/domain/people/contact';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { roleFitsGroup, type GroupType } from '@rhythmdesk/domain/people/roles';
import { roleOfNumber } from '@rhythmdesk/domain/people/user-fields';

export type ChosenGroup = { readonly id: number; readonly name: string; readonly type: GroupType };

export type NewUserDraft = {
  name: string;
  user_id: string;
  email: string;
  phone_number: string;
  user_group_id: ChosenGroup | null;
  user_role_id: number | null;
  password: string;
  description: string;
};

type DraftFault = 'required' | 'id-format' | 'email-format' | 'password';
type DraftFaults = Partial<Record<keyof NewUserDraft, DraftFault>>;

const needed = ['name', 'user_id', 'email', 'user_group_id', 'user_role_id', 'password'] as const;

const isMissing = (value: NewUserDraft[keyof NewUserDraft]): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

export function draftFaults(draft: NewUserDraft): DraftFaults {
  const faults: DraftFaults = {};
  if (!isLoginId(draft.user_id.trim())) faults.user_id = 'id-format';
  if (!isEmail(draft.email.trim())) faults.email = 'email-format';
  if (passwordFault(draft.password, draft.user_id.trim()) !== null) faults.password = 'password';
  for (const field of needed) if (isMissing(draft[field])) faults[field] = 'required';
  return faults;
}

/** Returns the chosen role, if it is valid in the chosen institution. */
export function roleWithin(group: ChosenGroup | null, user_role_id: number | null): number | null {
  const role_key = user_role_id === null ? null : roleOfNumber(user_role_id);
  return group !== null && role_key !== null && roleFitsGroup(role_key, group.type) ? user_role_id : null;
}

/** Returns null while a required value is missing. */
export function newUserInput(draft: NewUserDraft): CallInput<typeof userRoutes.createUser> | null {
  const { user_group_id: group, user_role_id } = draft;
  if (group === null || user_role_id === null) return null;
  return {
    name: draft.name.trim(),
    user_id: draft.user_id.trim(),
    email: draft.email.trim(),
    phone_number: stripPhone(draft.phone_number),
    description: draft.description.trim(),
    password: draft.password,
    user_role_id,
    user_group_id: group.id,
  };
}
